package dev.olp.isolation.seccomp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SeccompProgramTest {
    private static final int AUDIT_I386 = 0x4000_0003;
    private static final int AUDIT_ARM = 0x4000_0028;
    private static final int CLONE_ON_X86 = 56;

    @ParameterizedTest
    @EnumSource
    void every_call_of_the_table_gets_its_verdict(Architecture architecture) throws Exception {
        BpfInterpreter kernel = new BpfInterpreter(SeccompProgram.bytes(architecture));
        List<CallTable.Row> table = CallTable.of(architecture);
        assertThat(table).hasSizeGreaterThan(600);
        for (CallTable.Row row : table) {
            assertThat(kernel.run(BpfInterpreter.data(row.number(), architecture.audit(), row.data())))
                    .as(row.toString())
                    .isEqualTo(row.verdict());
        }
    }

    @ParameterizedTest
    @EnumSource
    void every_denied_call_stands_in_the_table_and_nothing_else_is_denied(Architecture architecture) throws Exception {
        BpfInterpreter kernel = new BpfInterpreter(SeccompProgram.bytes(architecture));
        List<Integer> refused = CallTable.of(architecture).stream()
                .filter(row -> !row.verdict().equals("allow"))
                .map(CallTable.Row::number)
                .distinct()
                .sorted()
                .toList();
        for (int call = 0; call < 1024; call++) {
            // with no argument set, the checked calls are allowed but for a socket of no family
            String verdict = kernel.run(BpfInterpreter.data(call, architecture.audit(), 0, 0, 0));
            if (!verdict.equals("allow")) {
                assertThat(refused).contains(call);
            }
        }
        for (DeniedCall denied : DeniedCall.values()) {
            denied.number(architecture)
                    .ifPresent(
                            number -> assertThat(refused).as(denied.toString()).contains(number));
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_foreign_architecture_is_killed_whatever_it_calls(Architecture architecture) {
        BpfInterpreter kernel = new BpfInterpreter(SeccompProgram.bytes(architecture));
        for (int foreign : List.of(AUDIT_I386, AUDIT_ARM, 0, architecture.audit() ^ 0x8000_0000)) {
            for (int call = 0; call < 500; call++) {
                assertThat(kernel.run(BpfInterpreter.data(call, foreign, 0, 0, 0)))
                        .isEqualTo("kill");
            }
        }
        Architecture other = architecture == Architecture.X86_64 ? Architecture.AARCH64 : Architecture.X86_64;
        assertThat(kernel.run(BpfInterpreter.data(0, other.audit(), 0, 0, 0))).isEqualTo("kill");
    }

    @Test
    void x32_is_killed_though_it_claims_our_architecture() {
        BpfInterpreter kernel = new BpfInterpreter(SeccompProgram.bytes(Architecture.X86_64));
        for (int call : List.of(0x4000_0000, 0x4000_0000 | CLONE_ON_X86, 0x4000_0200, -1)) {
            assertThat(kernel.run(BpfInterpreter.data(call, Architecture.X86_64.audit(), 0, 0, 0)))
                    .isEqualTo("kill");
        }
        assertThat(kernel.run(BpfInterpreter.data(0x3fff_ffff, Architecture.X86_64.audit(), 0, 0, 0)))
                .isEqualTo("allow");
    }

    @Test
    void an_architecture_without_a_filter_is_none() {
        assertThat(Architecture.of("amd64")).contains(Architecture.X86_64);
        assertThat(Architecture.of("aarch64")).contains(Architecture.AARCH64);
        assertThat(Architecture.of("riscv64")).isEmpty();
    }
}
