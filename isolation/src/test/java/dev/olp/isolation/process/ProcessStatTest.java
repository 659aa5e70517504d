package dev.olp.isolation.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.isolation.SandboxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessStatTest {
    @Test
    void a_command_name_with_parentheses_and_blanks_does_not_mislead() {
        byte[] line = "77 (a) R 1 2 (3) Z 5 6 7 34816 9 4194304 10 11 12 13 14 15 16 17 20 0 1 0 123456 19 20\n"
                .getBytes(StandardCharsets.US_ASCII);
        assertThat(ProcessStat.parse(77, line)).isEqualTo(new ProcessStat(77, 'Z', 5, 6, 7, 123456));
    }

    @Test
    void an_identity_survives_being_written_and_read() {
        ProcessIdentity self = ProcessIdentity.self();
        assertThat(ProcessIdentity.parse(self + "\n")).contains(self);
        assertThat(self.exists()).isTrue();
        assertThat(new ProcessIdentity(self.pid(), self.startTicks() + 1).exists())
                .isFalse();
        assertThat(ProcessIdentity.parse("-1 5")).isEmpty();
        assertThat(ProcessIdentity.parse("99999999999999999999 5")).isEmpty();
    }

    @Test
    void a_missing_tool_is_named_with_its_package() {
        assertThatThrownBy(() -> Tools.find(List.of(Path.of("/no/such/folder"))))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("install the package dash");
    }
}
