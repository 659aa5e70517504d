package dev.olp.isolation.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.limits.LimitsPosture.Level;
import dev.olp.isolation.posix.NativePosix;
import dev.olp.isolation.process.ProcessIdentity;
import dev.olp.isolation.process.ProcessStat;
import dev.olp.isolation.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is found, and what is written, on plain folders made like a cgroup tree. */
class LimitsTest {
    private static final String ALL = "cpuset cpu io memory hugetlb pids";

    @TempDir
    Path folder;

    @Test
    void a_delegated_cgroup_is_divided_and_each_run_gets_its_limits() throws Exception {
        FakeTree fake = new FakeTree(folder, ALL, ALL);
        Files.createDirectory(fake.own.resolve("server"));
        Files.writeString(fake.own.resolve("server/memory.swap.max"), "max");
        Limits limits = limits(fake, own -> own.equals(fake.own));

        assertThat(limits.posture())
                .isEqualTo(new LimitsPosture(Level.FULL, true, true, true, Optional.empty(), Optional.empty()));
        assertThat(limits.wrapping(false)).isEmpty();
        assertThat(fake.own.resolve("server/cgroup.procs"))
                .hasContent(Long.toString(ProcessHandle.current().pid()));
        assertThat(fake.own.resolve("cgroup.subtree_control")).hasContent("+memory +pids +cpu");

        Path run = limits.open("0123456789-0123456789abcdef").orElseThrow().path();
        ProcessIdentity self = ProcessIdentity.self();
        assertThat(run)
                .isEqualTo(fake.own.resolve(
                        "run-" + self.pid() + "-" + self.startTicks() + "-0123456789-0123456789abcdef"));
        assertFile(run, "memory.max", "536870912");
        assertFile(run, "memory.swap.max", "0");
        assertFile(run, "memory.oom.group", "1");
        assertFile(run, "pids.max", "128");
        assertFile(run, "cpu.max", "100000 100000");
        assertThat(run.toFile().list()).hasSize(5);
    }

    @Test
    void without_accounted_swap_there_is_no_file_for_it() throws Exception {
        Path run = limits(new FakeTree(folder, ALL, ALL), own -> true)
                .open("run")
                .orElseThrow()
                .path();
        assertThat(run.resolve("memory.swap.max")).doesNotExist();
    }

    @Test
    void without_the_memory_controller_the_rest_holds() throws Exception {
        FakeTree fake = new FakeTree(folder, "cpuset cpu io pids", "cpu pids");
        Limits limits = limits(fake, own -> true);

        assertThat(limits.posture().level()).isEqualTo(Level.NO_MEMORY);
        assertThat(limits.posture().remedy().orElseThrow()).contains("cgroup_enable=memory", "cmdline.txt");
        assertThat(limits.posture().processes()).isTrue();
        assertThat(limits.posture().memory()).isFalse();
        assertThat(limits.open("run").orElseThrow().path().toFile().list()).containsOnly("pids.max", "cpu.max");
    }

    @Test
    void a_memory_controller_that_only_our_unit_lacks_has_another_remedy() throws Exception {
        LimitsPosture posture =
                limits(new FakeTree(folder, ALL, "pids"), own -> true).posture();

        assertThat(posture.level()).isEqualTo(Level.NO_MEMORY);
        assertThat(posture.processor()).isFalse();
        assertThat(posture.remedy().orElseThrow()).contains("Delegate=");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            %s  | cpu memory | pids controller
            ''  | ''         | belong to v1
            """)
    void without_a_cap_on_processes_there_is_no_cgroup(String machine, String ours, String reason) throws Exception {
        LimitsPosture posture = limits(new FakeTree(folder, machine.replace("%s", ALL), ours), own -> true)
                .posture();

        assertThat(posture.level()).isEqualTo(Level.NO_CGROUP);
        assertThat(posture.reason().orElseThrow()).contains(reason);
    }

    @Test
    void what_is_not_delegated_is_not_touched() throws Exception {
        FakeTree fake = new FakeTree(folder, ALL, ALL);
        Limits limits = limits(fake, own -> false);

        assertThat(limits.posture().level()).isEqualTo(Level.NO_CGROUP);
        assertThat(limits.posture().reason()).contains("our cgroup is not delegated to us");
        assertThat(limits.open("run")).isEmpty();
        assertThat(fake.own.resolve("server")).doesNotExist();
        assertThat(fake.own.resolve("cgroup.subtree_control")).isEmptyFile();
    }

    @Test
    void a_server_that_is_in_its_leaf_already_uses_what_is_above() throws Exception {
        FakeTree fake = new FakeTree(folder, ALL, ALL);
        Files.createDirectory(fake.own.resolve("server"));
        Files.writeString(fake.own.resolve("cgroup.procs"), "");
        Files.writeString(fake.proc().resolve("cgroup"), "0::/system.slice/olp.service/server\n");

        Limits limits = limits(fake, own -> own.equals(fake.own));

        assertThat(limits.posture().level()).isEqualTo(Level.FULL);
        assertThat(limits.open("run").orElseThrow().path().getParent()).isEqualTo(fake.own);
    }

    @Test
    void a_kernel_that_refuses_leaves_all_as_it_was() throws Exception {
        FakeTree fake = new FakeTree(folder, ALL, ALL);
        Files.delete(fake.own.resolve("cgroup.subtree_control"));
        Files.createDirectory(fake.own.resolve("cgroup.subtree_control"));

        LimitsPosture posture = limits(fake, own -> true).posture();

        assertThat(posture.level()).isEqualTo(Level.NO_CGROUP);
        assertThat(posture.reason().orElseThrow()).contains("does not let us").doesNotContain("/");
    }

    @Test
    void without_a_mount_or_outside_our_namespace_there_is_none() throws Exception {
        FakeTree fake = new FakeTree(folder, ALL, ALL);
        for (String place : List.of("0::/../elsewhere", "3:memory:/x", "")) {
            Files.writeString(fake.proc().resolve("cgroup"), place + "\n");
            assertThat(CgroupMount.find(fake.proc())).isEmpty();
        }
        assertThat(CgroupMount.find(folder.resolve("nothing"))).isEmpty();
        assertThat(limits(fake, own -> true).posture().reason()).contains("no cgroup v2 is mounted");
    }

    @Test
    void a_tree_that_is_mounted_from_within_is_found() throws Exception {
        FakeTree fake = new FakeTree(folder, ALL, ALL);
        Files.writeString(fake.proc().resolve("mountinfo"), "30 1 0:26 /system.slice /cg rw - cgroup2 cgroup2 rw\n");
        assertThat(CgroupMount.find(fake.proc()).orElseThrow())
                .isEqualTo(new CgroupMount(Path.of("/cg"), Path.of("/cg/olp.service")));
    }

    @Test
    void a_run_of_a_dead_server_is_swept_and_of_a_living_one_is_not() throws Exception {
        FakeTree fake = new FakeTree(folder, ALL, ALL);
        Limits limits = limits(fake, own -> true);
        ProcessIdentity self = ProcessIdentity.self();
        Path live = limits.open("live").orElseThrow().path();
        RunCgroup ended = limits.open("ended").orElseThrow();
        assertThat(ended.remove()).as("the plain folder is not empty").isFalse();
        empty(ended.path());
        Path dead = cgroup(fake, "run-4194304-1-a");
        Path sameLater = cgroup(fake, "run-" + self.pid() + "-" + (self.startTicks() - 1) + "-b");
        long parent = ProcessHandle.current().parent().orElseThrow().pid();
        Path other = cgroup(
                fake,
                "run-" + parent + "-" + ProcessStat.of(parent).orElseThrow().startTicks() + "-c");
        Path strangers = cgroup(fake, "run-x");

        limits.sweep();

        assertThat(ended.path()).doesNotExist();
        assertThat(List.of(live, other, strangers)).allMatch(Files::isDirectory);
        assertThat(dead.resolve("cgroup.kill")).hasContent("1");
        assertThat(sameLater.resolve("cgroup.kill")).hasContent("1");
        assertThat(other.resolve("cgroup.kill")).isEmptyFile();
    }

    private static Path cgroup(FakeTree fake, String name) throws IOException {
        Path path = Files.createDirectory(fake.own.resolve(name));
        Files.writeString(path.resolve("cgroup.kill"), "");
        return path;
    }

    private static void empty(Path path) throws IOException {
        for (String name : List.of(path.toFile().list())) {
            Files.delete(path.resolve(name));
        }
    }

    @ParameterizedTest
    @CsvSource({"6.1.0-rpi7-rpi-v8,true", "5.14.0,true", "5.15,true", "5.13.19,false", "4.19.0,false", "weird,false"})
    void a_cap_counts_by_run_since_linux_5_14(String release, boolean counts) {
        assertThat(ProcessCap.counts(release)).isEqualTo(counts);
    }

    @Test
    void without_cgroups_processes_are_capped_where_that_works() throws Exception {
        Cgroups none = new Cgroups.Unusable(Shortfall.notOurs());
        Limits capped = look(none, words -> true);
        Limits not = look(none, words -> false);

        assertThat(capped.posture().processes()).isTrue();
        assertThat(capped.wrapping(false))
                .containsExactly(
                        "/usr/bin/unshare",
                        "--user",
                        "--map-current-user",
                        "--",
                        "/usr/bin/prlimit",
                        "--nproc=128:128",
                        "--");
        assertThat(capped.wrapping(true)).containsExactly("/usr/bin/prlimit", "--nproc=128:128", "--");
        assertThat(not.wrapping(true)).isEmpty();
        assertThat(not.posture().processes()).isFalse();
        assertThat(not.wrapping(false)).isEmpty();
        assertThat(not.posture().level()).isEqualTo(Level.NO_CGROUP);
    }

    private static void assertFile(Path run, String name, String content) {
        assertThat(run.resolve(name)).hasContent(content);
    }

    private static Limits limits(FakeTree fake, Predicate<Path> ours) throws SandboxException {
        return look(Cgroups.look(CgroupMount.find(fake.proc()), ours), words -> true);
    }

    private static Limits look(Cgroups cgroups, Predicate<List<String>> wraps) throws SandboxException {
        return Limits.look(cgroups, RunLimits.DEFAULT, Tools.find(), NativePosix.load(), wraps);
    }
}
