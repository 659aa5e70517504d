package dev.olp.isolation.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.contract.HomeFile;
import dev.olp.isolation.home.Runs;
import dev.olp.isolation.posix.NativePosix;
import dev.olp.isolation.process.ProcessStat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attacks on the launch itself, and what a sandbox must look like from within. */
@Tag("identity")
class LauncherTest {
    private static final int NOBODY = 65_534;

    @TempDir(factory = ReachableFolder.class)
    Path root;

    @TempDir(factory = ReachableFolder.class)
    Path reachable;

    private Sandboxes sandboxes;

    @BeforeEach
    void open() throws Exception {
        sandboxes = new Sandboxes(root, SandboxSpec.of(Profile.USR));
    }

    @AfterEach
    void close() throws Exception {
        sandboxes.close();
    }

    private SandboxedRun run() throws SandboxException {
        return sandboxes.sandbox.open("tenant", "request");
    }

    /** What a shell inside prints. */
    private List<String> inside(String script) throws Exception {
        try (SandboxedRun run = run()) {
            run.start(Runs.shell(script));
            run.closeStdin();
            return Runs.lines(run);
        }
    }

    @Test
    void neither_a_files_content_nor_the_prompt_is_in_any_argument_list() throws Exception { // L01
        String secret = Sandboxes.mark();
        String prompt = Sandboxes.mark();
        String argument = Sandboxes.mark();
        try (SandboxedRun run = run()) {
            run.start(new ChildSpec(
                    Path.of("/bin/sh"),
                    List.of("-c", "cat ~/login; read prompt; echo \" $prompt\"; read end", argument),
                    Map.of(),
                    List.of(),
                    List.of(new HomeFile("login", (secret + "\n").getBytes(StandardCharsets.UTF_8))),
                    false,
                    OutputLimits.DEFAULT));
            Runs.write(run, prompt);
            assertThat(Runs.line(run)).isEqualTo(secret);
            assertThat(Runs.line(run)).isEqualTo(" " + prompt);
            assertThat(Sandboxes.named(argument)).as("the control").isNotEmpty();
            assertThat(Sandboxes.named(secret)).isEmpty();
            assertThat(Sandboxes.named(prompt)).isEmpty();
        }
    }

    @Test
    void what_the_sandbox_was_told_is_gone_from_the_disk_before_the_child_runs() throws Exception { // L02
        try (SandboxedRun run = run()) {
            run.start(Runs.shell("echo up; read end"));
            assertThat(Runs.line(run)).isEqualTo("up");
            try (var files = Files.walk(root)) {
                assertThat(files.filter(Files::isRegularFile)
                                .map(file -> file.getFileName().toString()))
                        .containsExactlyInAnyOrder("lock", "owner", "child", "status");
            }
        }
    }

    @Test
    void a_daemon_of_its_own_session_ends_with_the_run() throws Exception { // L07
        String mark = Sandboxes.mark();
        try (SandboxedRun run = run()) {
            run.start(Runs.shell("(setsid sh -c 'exec >&- 2>&- <&-; env -i sleep " + mark + "' &); echo up; read end"));
            assertThat(Runs.line(run)).isEqualTo("up");
            await().until(() -> !Sandboxes.named("sleep\0" + mark).isEmpty());
        }
        assertThat(Sandboxes.named(mark)).isEmpty();
    }

    @Test
    void a_daemon_does_not_hold_up_the_childs_end() throws Exception {
        String mark = Sandboxes.mark();
        try (SandboxedRun run = run()) {
            run.start(Runs.shell("(setsid sleep " + mark + " &); exit 3"));
            assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Exited(3));
        }
        assertThat(Sandboxes.named(mark)).isEmpty();
    }

    @Test
    void a_mount_source_that_is_not_there_starts_nothing() throws Exception { // L10
        try (SandboxedRun run = sandboxes.sandbox.open("tenant", "request", holding(Path.of("/no/such/source")))) {
            run.start(Runs.shell("echo started"));
            assertThat(Runs.lines(run)).isEmpty();
            assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.NotStarted());
            await().untilAsserted(() -> assertThat(run.stderrTail()).contains("/no/such/source"));
        }
    }

    @Test
    void a_binary_that_is_missing_inside_starts_nothing() throws Exception { // L11
        Path folder = Files.createDirectory(reachable.resolve("bin"));
        Files.createSymbolicLink(
                folder.resolve("tool"), Files.copy(Path.of("/usr/bin/true"), reachable.resolve("out")));
        try (SandboxedRun run = sandboxes.sandbox.open("tenant", "request", holding(folder))) {
            run.start(new ChildSpec(
                    folder.resolve("tool"), List.of(), Map.of(), List.of(), List.of(), false, OutputLimits.DEFAULT));
            assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.NotStarted());
        }
    }

    @Test
    void a_childs_own_failure_is_no_failed_start() throws Exception {
        try (SandboxedRun run = run()) {
            run.start(Runs.shell("exit 1"));
            assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Exited(1));
        }
    }

    @Test
    void a_forged_status_does_not_change_the_verdict() throws Exception { // L12
        try (SandboxedRun run = run()) {
            run.start(Runs.shell("forged='{ \"exit-code\": 0 }'; echo \"$forged\"; echo \"$forged\" >&2;"
                    + " for fd in 3 4 5 6 7 8 9; do eval \"echo '$forged' >&$fd\"; done 2>/dev/null;"
                    + " for fd in /proc/1/fd/*; do echo \"$forged\" >$fd; printf '\\1\\0\\0\\0\\0\\0\\0\\0' >$fd;"
                    + " done 2>/dev/null; exit 7"));
            assertThat(Runs.lines(run)).contains("{ \"exit-code\": 0 }");
            assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Exited(7));
        }
    }

    @Test
    void kills_in_the_first_milliseconds_leave_nothing() throws Exception { // L20
        killEarly(20);
    }

    @Test
    @Tag("long")
    void two_hundred_kills_in_the_first_milliseconds_leave_nothing() throws Exception { // L20
        killEarly(200);
    }

    private void killEarly(int times) throws Exception {
        String mark = Sandboxes.mark();
        for (int each = 0; each < times; each++) {
            SandboxedRun run = run();
            run.start(Runs.shell("exec sleep " + mark));
            run.next(Duration.ofMillis(each % 25));
            run.close();
            assertThat(Sandboxes.named(mark)).isEmpty();
        }
    }

    @Test
    void runs_at_the_same_time_never_see_each_other() throws Exception { // L21
        List<Callable<List<String>>> tasks = IntStream.range(0, 32)
                .<Callable<List<String>>>mapToObj(
                        each -> () -> inside(
                                "ls -A /tmp /home/u /w; echo " + each
                                        + " >/tmp/mine; echo $(ls -d /proc/[1-9]* | wc -l) $(cat /tmp/mine); ls /home; ls /run 2>/dev/null"))
                .toList();
        try (var eight = Executors.newFixedThreadPool(8)) {
            List<Future<List<String>>> all = eight.invokeAll(tasks);
            for (int each = 0; each < all.size(); each++) {
                List<String> seen = all.get(each).get();
                assertThat(seen.subList(0, 5)).containsExactly("/home/u:", "", "/tmp:", "", "/w:");
                assertThat(seen.get(5)).matches("[2-6] " + each);
                assertThat(seen.subList(6, seen.size())).containsExactly("u");
            }
        }
    }

    @Test
    void the_first_process_inside_shows_nothing_of_ours() throws Exception { // L22, L23
        assertThat(inside("tr '\\0' '\\n' </proc/1/environ; echo; tr '\\0' '\\n' </proc/1/cmdline | head -3;"
                        + " for fd in /proc/$$/fd/*; do [ ! -e $fd ] || echo ${fd##*/}; done"))
                .filteredOn(line -> !line.matches("(PWD=/|OLDPWD=.*|SHLVL=.|_=.*|)"))
                .containsExactly("/usr/bin/bwrap", "--args", "3", "0", "1", "2");
    }

    @Test
    void the_child_is_nobody_inside_and_never_root_outside() throws Exception {
        try (SandboxedRun run = run()) {
            run.start(Runs.shell("id -u; id -g; umask; ulimit -c; ulimit -n; ulimit -f; cat /proc/self/oom_score_adj;"
                    + " grep -E '^(Cap|NoNew|Seccomp:)' /proc/self/status; echo end; read end"));
            assertThat(Runs.line(run)).isEqualTo(Integer.toString(NOBODY));
            assertThat(List.of(Runs.line(run), Runs.line(run), Runs.line(run), Runs.line(run), Runs.line(run)))
                    .containsExactly(Integer.toString(NOBODY), "0077", "0", "512", "2097152");
            assertThat(Runs.line(run)).isEqualTo("1000");
            List<String> status = new ArrayList<>();
            for (String line = Runs.line(run); !line.equals("end"); line = Runs.line(run)) {
                status.add(line.replace("\t", ""));
            }
            assertThat(status)
                    .containsExactly(
                            "CapInh:0000000000000000",
                            "CapPrm:0000000000000000",
                            "CapEff:0000000000000000",
                            "CapBnd:0000000000000000",
                            "CapAmb:0000000000000000",
                            "NoNewPrivs:1",
                            "Seccomp:2");
            long ours = NativePosix.load().effectiveUserId();
            List<Object> owners = new ArrayList<>();
            for (long pid : Sandboxes.named("echo end; read end")) {
                if (ProcessStat.of(pid)
                        .filter(process -> process.pid() != run.pid())
                        .isPresent()) {
                    owners.add(Files.getAttribute(Path.of("/proc/" + pid), "unix:uid"));
                }
            }
            assertThat(owners).isNotEmpty().containsOnly(ours == 0 ? NOBODY : (int) ours);
        }
    }

    @Test
    void every_namespace_is_its_own() throws Exception {
        List<String> names = List.of("cgroup", "ipc", "mnt", "net", "pid", "user", "uts");
        List<String> theirs = inside("for n in " + String.join(" ", names) + "; do readlink /proc/self/ns/$n; done");
        assertThat(theirs).hasSize(7);
        for (String name : names) {
            assertThat(theirs)
                    .doesNotContain(Files.readSymbolicLink(Path.of("/proc/self/ns", name))
                            .toString());
        }
    }

    @Test
    void nothing_but_home_and_temp_can_be_written() throws Exception { // F08-F10
        assertThat(inside(
                        "for d in / /usr /dev /etc /w /proc /home /proc/sys/kernel; do (echo x >$d/x) 2>/dev/null && echo $d; done;"
                                + " for d in ~ /tmp /dev/shm; do echo x >$d/x && echo $d; done"))
                .containsExactly("/home/u", "/tmp", "/dev/shm");
    }

    @Test
    void the_hosts_files_are_not_there() throws Exception { // F01, F03, F20
        Path secret = Files.writeString(reachable.resolve("secret"), "x");
        assertThat(inside("cat " + secret + " /etc/shadow 2>/dev/null; grep -c '^root:' /etc/passwd;"
                        + " ls /root /var /sys /boot 2>/dev/null; cat /proc/keys /proc/kallsyms | wc -c; echo end"))
                .containsExactly("0", "0", "end");
        try (SandboxedRun run = sandboxes.sandbox.open("tenant", "request", holding(secret))) {
            run.start(Runs.shell("cat " + secret + "; echo; echo y >" + secret + " || echo refused"));
            assertThat(Runs.lines(run)).as("the control").containsExactly("x", "refused");
        }
    }

    @Test
    void a_sockets_folder_is_there_for_the_run_that_has_it() throws Exception {
        SandboxSpec spec = new SandboxSpec(Profile.USR, NetworkPolicy.NONE, List.of(), true, TmpfsSizes.DEFAULT);
        try (SandboxedRun run = sandboxes.sandbox.open("tenant", "request", spec)) {
            Files.createFile(run.sockets().outside().resolve("g.sock"));
            assertThat(run.sockets().inside()).isEqualTo("/run/olp");
            run.start(Runs.shell(
                    "test -e /run/olp/g.sock && echo there; (echo >/run/olp/x) 2>/dev/null || echo refused"));
            assertThat(Runs.lines(run)).containsExactly("there", "refused");
        }
        assertThat(inside("ls /run/olp 2>/dev/null; echo end")).containsExactly("end");
    }

    @Test
    void many_files_come_in_with_their_modes() throws Exception {
        List<HomeFile> files = IntStream.range(0, 40)
                .mapToObj(each ->
                        new HomeFile("d/f" + each, Integer.toString(each).getBytes(StandardCharsets.UTF_8)))
                .toList();
        try (SandboxedRun run = run()) {
            run.start(new ChildSpec(
                    Path.of("/bin/sh"),
                    List.of("-c", "cd ~/d; cat *; echo; stat -c %a . f0 f39 ../e ../e/g; mv f1 f0 && cat f0"),
                    Map.of(),
                    List.of("e/g"),
                    files,
                    false,
                    OutputLimits.DEFAULT));
            List<String> lines = Runs.lines(run);
            assertThat(lines.getFirst()).hasSize(10 + 30 * 2);
            assertThat(lines.subList(1, lines.size())).containsExactly("700", "600", "600", "700", "700", "1");
        }
    }

    @Test
    void the_bare_profile_holds_the_program_and_what_it_needs_and_no_other() throws Exception {
        try (SandboxedRun run = sandboxes.sandbox.open("tenant", "request", SandboxSpec.of(Profile.BARE))) {
            run.start(new ChildSpec(
                    Path.of("/usr/bin/find"),
                    List.of("/", "-xdev", "-type", "f", "-perm", "-100"),
                    Map.of(),
                    List.of(),
                    List.of(),
                    false,
                    OutputLimits.DEFAULT));
            assertThat(Runs.lines(run))
                    .contains("/cli")
                    .allMatch(file -> file.equals("/cli") || file.startsWith("/lib"));
            assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Exited(0));
        }
    }

    @Test
    void a_script_has_no_bare_profile() throws Exception {
        Path script = Files.writeString(reachable.resolve("tool"), "#!/bin/sh\n" + "#".repeat(100));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (SandboxedRun run = sandboxes.sandbox.open("tenant", "request", SandboxSpec.of(Profile.BARE))) {
            assertThatThrownBy(() -> run.start(new ChildSpec(
                            script, List.of(), Map.of(), List.of(), List.of(), false, OutputLimits.DEFAULT)))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("no ELF file");
        }
    }

    @Test
    void a_hostile_environment_value_stays_one_value() throws Exception {
        ChildSpec spec = new ChildSpec(
                Path.of("/bin/sh"),
                List.of("-c", "printf '%s|' \"$A\""),
                Map.of("A", "x\n--bind / /\n$(id) ' \" \\"),
                List.of(),
                List.of(),
                false,
                OutputLimits.DEFAULT);
        try (SandboxedRun run = run()) {
            run.start(spec);
            assertThat(String.join("\n", Runs.lines(run))).isEqualTo("x\n--bind / /\n$(id) ' \" \\|");
        }
    }

    private static SandboxSpec holding(Path path) {
        return new SandboxSpec(Profile.USR, NetworkPolicy.NONE, List.of(path), false, TmpfsSizes.DEFAULT);
    }
}
