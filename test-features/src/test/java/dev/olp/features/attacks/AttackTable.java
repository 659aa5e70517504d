package dev.olp.features.attacks;

import dev.olp.isolation.selftest.CheckResult;
import dev.olp.isolation.selftest.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The results as docs/attacks.md shows them. */
final class AttackTable {
    /** What a cell says that another machine, or another user, may fill otherwise. */
    static final String NOT_HERE = "not on this machine";

    private static final String NOT_US = "needs root";

    /** Of a row of the first table, with what is before its first bar and after its last. */
    private static final int CELLS = 9;

    /** Those of the columns that tell what happens without the sandbox. */
    private static final Set<Integer> MACHINES = Set.of(3, 4);

    private static final Pattern BAR = Pattern.compile("\\s*\\|\\s*");

    private static final List<String> HEAD = List.of(
            "# Attacks",
            "",
            "Written by the attack suite (`AttacksIT`, which `./verify` runs as root and, with `--all`, as an ordinary user), and"
                    + " compared with what it finds at each run. Each attack was tried from a static program: by the same user"
                    + " without a sandbox, where a refusal would make the check worthless unless the next column shows where it"
                    + " succeeds; and as the child of the final launch, with nothing inside but itself (bare) and with the host's"
                    + " `/usr` (usr). *Open room*: root of namespaces of its own, with a root folder of its own and everything"
                    + " allowed. The attacks aim at addresses on the loopback of a network namespace; nothing leaves it.",
            "",
            "`./olp selftest` and each start of the server try the same program on the machine at hand.",
            "",
            "## Inside the sandbox",
            "",
            "| id | attack | same user, no sandbox | elsewhere | bare | usr | why it fails inside |",
            "|---|---|---|---|---|---|---|");

    private static final List<String> COVERED_HEAD = List.of(
            "",
            "## The launch, the host, and denial of service",
            "",
            "| id | attack | result | test |",
            "|---|---|---|---|");

    private AttackTable() {}

    /** What was found of one attack; a result is null where it was not tried. */
    record Row(
            Attack attack,
            @Nullable CheckResult sameUser,
            @Nullable CheckResult openRoom,
            @Nullable CheckResult forRoot,
            @Nullable CheckResult bare,
            @Nullable CheckResult usr) {
        private String line() {
            return row(List.of(
                    attack.id(),
                    attack.what(),
                    worked(sameUser) ? "works" : "refused",
                    elsewhere(),
                    inside(bare),
                    inside(usr),
                    attack.enforcedBy()));
        }

        /** Whether the check has been seen to succeed. */
        boolean controlled() {
            return worked(sameUser) || worked(openRoom) || worked(forRoot);
        }

        private String elsewhere() {
            if (worked(sameUser)) {
                return "";
            } else if (worked(openRoom)) {
                return "works in an open room";
            } else if (worked(forRoot)) {
                return "works for root";
            }
            return forRoot == null && attack.control() == Attack.Control.ROOT ? NOT_US : NOT_HERE;
        }

        private static boolean worked(@Nullable CheckResult result) {
            return result != null && result.verdict() == Verdict.ALLOWED;
        }

        private static String inside(@Nullable CheckResult result) {
            if (result == null || result.verdict() == Verdict.VOID) {
                return NOT_HERE;
            }
            return result.verdict() == Verdict.REFUSED ? "refused" : "**works**";
        }
    }

    static List<String> lines(List<Row> rows, List<Covered> covered) {
        Stream<String> others = covered.stream()
                .map(each -> row(List.of(
                        each.id(),
                        each.what(),
                        each.result(),
                        String.join(
                                ", ",
                                each.tests().stream()
                                        .map(test -> "`" + test + "`")
                                        .toList()))));
        return Stream.of(HEAD.stream(), rows.stream().map(Row::line), COVERED_HEAD.stream(), others)
                .flatMap(each -> each)
                .toList();
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    /**
     * Where what was found contradicts what is kept. What happens without the sandbox depends on the machine and the user,
     * and is asserted by itself.
     */
    static List<String> differences(List<String> kept, List<String> found) {
        List<String> differences = new ArrayList<>();
        for (int at = 0; at < Math.max(kept.size(), found.size()); at++) {
            String expected = at < kept.size() ? kept.get(at) : "";
            String seen = at < found.size() ? found.get(at) : "";
            if (!agree(BAR.split(expected, -1), BAR.split(seen, -1))) {
                differences.add("kept:  " + expected + "\nfound: " + seen);
            }
        }
        return differences;
    }

    private static boolean agree(String[] kept, String[] found) {
        boolean same = kept.length == found.length;
        for (int cell = 0; same && cell < kept.length; cell++) {
            boolean machines = kept.length == CELLS && MACHINES.contains(cell);
            same = machines || kept[cell].equals(found[cell]) || found[cell].equals(NOT_HERE);
        }
        return same;
    }
}
