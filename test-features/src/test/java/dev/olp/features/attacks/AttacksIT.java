package dev.olp.features.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Paths;
import dev.olp.isolation.bubblewrap.Profile;
import dev.olp.isolation.selftest.CheckResult;
import dev.olp.isolation.selftest.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Every attack of the list, with and without the sandbox of the final launch. */
@Tag("identity")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AttacksIT {
    /** A call that only a program of another architecture could make, which arm64 has no means to. */
    private static final String FOREIGN_CALL = "P40";

    /** Thrown only where something holds it. */
    private static final String FORK_BOMB = "D01";

    /** It takes /proc away from the checks that come after it. */
    private static final String UNMOUNTS = "P17";

    private final List<Attack> attacks = Attack.all();
    private final Set<String> untried = new HashSet<>();
    private boolean asRoot;
    private Map<String, CheckResult> sameUser = Map.of();
    private Map<String, CheckResult> openRoom = Map.of();
    private Map<String, CheckResult> forRoot = Map.of();
    private Map<String, CheckResult> bare = Map.of();
    private Map<String, CheckResult> usr = Map.of();
    private Map<String, CheckResult> withTerminal = Map.of();

    AttacksIT() throws Exception {
        // what the fields throw
    }

    @BeforeAll
    void attack(@TempDir(factory = ReachableFolder.class) Path reachable) throws Exception {
        try (Stage stage = new Stage(reachable)) {
            asRoot = stage.asRoot;
            List<String> outside = with(stage.lines(), Sandboxed.description());
            Controls controls = new Controls(stage);
            sameUser = controls.sameUser(with(outside, List.of("all")));
            openRoom = controls.openRoom(with(outside, ids(Attack.Control.OPEN)));
            if (asRoot) {
                forRoot = controls.root(with(outside, ids(Attack.Control.ROOT, Attack.Control.ROOT_MAY)));
            }
            if (!System.getProperty("os.arch").equals("amd64")) {
                untried.add(FOREIGN_CALL);
            }
            if (!stage.sandbox.limits().processes()) {
                untried.add(FORK_BOMB);
            }
            List<String> all = with(stage.lines(), ids(Attack.Control.values()));
            all.removeAll(untried);
            Sandboxed inside = stage.inside();
            bare = inside.probe(Profile.BARE, false, stage.probe, all);
            usr = inside.probe(Profile.USR, false, stage.probe, all);
            withTerminal =
                    inside.probe(Profile.BARE, true, stage.probe, with(stage.lines(), List.of("P37", "P38", "P39")));
        }
    }

    private List<String> ids(Attack.Control... controls) {
        List<String> ids = new ArrayList<>(attacks.stream()
                .filter(attack -> Set.of(controls).contains(attack.control()))
                .map(Attack::id)
                .toList());
        if (ids.remove(UNMOUNTS)) {
            ids.add(UNMOUNTS);
        }
        return ids;
    }

    private static List<String> with(List<String> lines, List<String> ids) {
        List<String> all = new ArrayList<>(lines);
        all.addAll(ids);
        return all;
    }

    @Test
    void every_attack_is_refused_where_there_is_no_shell() {
        assertAllRefused(bare);
    }

    @Test
    void every_attack_is_refused_where_there_are_the_hosts_programs() {
        assertAllRefused(usr);
    }

    private void assertAllRefused(Map<String, CheckResult> results) {
        SoftAssertions all = new SoftAssertions();
        for (Attack attack : attacks) {
            CheckResult result = results.get(attack.id());
            all.assertThat(untried.contains(attack.id()) || (result != null && result.verdict() == Verdict.REFUSED))
                    .as("%s is to be refused: %s", attack, result)
                    .isTrue();
        }
        all.assertAll();
    }

    @Test
    void a_terminal_that_a_child_is_given_cannot_be_typed_into() {
        assertThat(withTerminal).hasSize(3);
        assertThat(withTerminal.values()).allMatch(result -> result.verdict() == Verdict.REFUSED);
        assertThat(withTerminal.get("P37")).hasToString("P37 TIOCSTI: EPERM");
    }

    @Test
    void without_the_sandbox_they_succeed() {
        SoftAssertions all = new SoftAssertions();
        for (Attack attack : attacks) {
            if (attack.outside() == Attack.Outside.WORKS) {
                assertWorks(all, attack, sameUser);
            } else if (attack.control() == Attack.Control.OPEN) {
                assertWorks(all, attack, openRoom);
            } else if (attack.control() == Attack.Control.ROOT && asRoot) {
                assertWorks(all, attack, forRoot);
            }
        }
        all.assertAll();
    }

    private static void assertWorks(SoftAssertions all, Attack attack, Map<String, CheckResult> results) {
        CheckResult result = results.get(attack.id());
        all.assertThat(result != null && result.verdict() == Verdict.ALLOWED)
                .as("%s is to succeed, or it says nothing of the sandbox: %s", attack, result)
                .isTrue();
    }

    @Test
    void the_table_says_what_was_found() throws Exception {
        List<AttackTable.Row> rows = attacks.stream()
                .map(attack -> new AttackTable.Row(
                        attack,
                        sameUser.get(attack.id()),
                        openRoom.get(attack.id()),
                        forRoot.get(attack.id()),
                        bare.get(attack.id()),
                        usr.get(attack.id())))
                .toList();
        List<String> found = AttackTable.lines(rows, Covered.all());
        Path written = Paths.root().resolve("test-features/target/attacks.md");
        Files.write(written, found);
        assertThat(AttackTable.differences(Files.readAllLines(Paths.root().resolve("docs/attacks.md")), found))
                .as("docs/attacks.md is not what was found; it is to be replaced by %s if that is right", written)
                .isEmpty();
    }

    @Test
    void what_the_table_calls_covered_is() throws Exception {
        List<Path> sources = Covered.sources();
        assertThat(Covered.all()).flatMap(each -> each.missing(sources)).isEmpty();
    }
}
