package dev.olp.features.soak;

import static java.util.Map.entry;

import dev.olp.features.soak.Visit.Leaving;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;

/** Everything that the stand-ins for claude and codex can do, in a chain of both and alone. */
final class StandInTraffic extends Traffic {
    /** Has codex as its second hop. */
    static final String CHAINED = "claude-sonnet-4-6";

    /** Has claude as its second hop. */
    static final String REVERSED = "gpt-5.4";

    private static final String ALONE = "claude-haiku-4-5";
    private static final String ANSWER = "Hello from the stand-in. Unicode: é中😀 end.";

    /** What is answered well, by what is done. */
    private static final Map<String, String> GOOD = Map.ofEntries(
            entry("ok", ANSWER),
            entry("late", ANSWER),
            entry("banner", ANSWER),
            entry("crlf", ANSWER),
            entry("flood-stderr", ANSWER),
            entry("unknown", ANSWER),
            entry("result-only", ANSWER),
            entry("empty-result", ANSWER),
            entry("thinking", ANSWER),
            entry("linger", ANSWER),
            entry("daemon", ANSWER),
            entry("grandchild", ANSWER),
            entry("litter", ANSWER),
            entry("slow", "word ".repeat(50)),
            entry("chatter", "word "),
            entry("split", "é中😀"),
            entry("line:3000", "x".repeat(4096)),
            entry("two-texts", "First. Second."));

    /** Not a dead login, which nobody would try again for half a minute and more. */
    private static final List<String> FAULTS = List.of(
            "failure:400",
            "failure:413",
            "failure:403",
            "failure:404",
            "failure:500",
            "failure:503",
            "failure:529",
            "other-login",
            "exit:1",
            "exit-mid",
            "killed",
            "half-character",
            "no-result",
            "contradiction",
            "failure-mid");

    /** Only a time limit ends these, and each takes a slot so long. */
    private static final List<String> HANGING =
            List.of("silent", "stall", "stdout-closed", "stubborn", "flood-unknown", "daemon-hang", "grandchild-hang");

    /** These hold for seconds and more, so they are rare. */
    private static final List<String> LIMITS = List.of("failure:429", "fault-text", "spent", "spent-mid");

    private static final List<String> ENDLESS = List.of("drip", "flood-stdout", "stall");
    private static final List<String> GOOD_ONES = List.copyOf(GOOD.keySet());

    StandInTraffic(List<String> keys) {
        super(keys);
    }

    @Override
    Visit next(SplittableRandom random) {
        int kind = random.nextInt(100);
        String word = word();
        if (kind < 25) {
            return said(random, word);
        } else if (kind < 40) {
            String mode = oneOf(random, GOOD_ONES);
            return read(random, oneOf(random, List.of(CHAINED, ALONE)), mark(mode) + word, either(mode));
        } else if (kind < 50) { // asked again and again: answered from the cache
            return read(random, CHAINED, "again " + random.nextInt(8), Set.of(ANSWER), "\"temperature\":0");
        } else if (kind < 58) { // often at the same moment as another one: runs are shared
            return read(random, CHAINED, "together " + random.nextInt(2) + mark("slow|ok"), either("slow"));
        } else if (kind < 74) {
            return fault(random, word, oneOf(random, FAULTS));
        } else if (kind < 78) {
            return fault(random, word, oneOf(random, HANGING));
        } else if (kind == 78 && percent(random, 30)) {
            return fault(random, word, oneOf(random, LIMITS));
        } else if (kind < 80) {
            return read(random, "no-such-model", word, Set.of());
        } else if (kind < 84) {
            return leave(
                    random, CHAINED, mark(oneOf(random, ENDLESS) + "|ok") + word, Set.of(ANSWER), Leaving.AFTER_TEXT);
        }
        Leaving leaving = oneOf(random, List.of(Leaving.SOON, Leaving.SOON, Leaving.AFTER_HEAD, Leaving.AFTER_TEXT));
        String mode = percent(random, 50) ? "slow" : "ok";
        return leave(random, CHAINED, mark(mode + "|ok") + word, either(mode), leaving);
    }

    /** An answer that is right for one request only. */
    private Visit said(SplittableRandom random, String word) {
        boolean reversed = percent(random, 20);
        String prompt = reversed
                ? mark("say:" + word + "|" + (random.nextBoolean() ? "failed" : "say:" + word))
                : mark("say:" + word);
        return read(random, reversed ? REVERSED : CHAINED, prompt, Set.of(word));
    }

    private Visit fault(SplittableRandom random, String word, String fault) {
        String mode = fault.startsWith("spent") ? fault + ":" + (Instant.now().getEpochSecond() + 6) : fault;
        return switch (random.nextInt(4)) {
            case 0 -> read(random, ALONE, mark(mode) + word, Set.of());
            case 1 -> read(random, REVERSED, mark(mode + "|failed") + word, Set.of());
            default -> read(random, CHAINED, mark(mode + "|say:" + word), Set.of(word));
        };
    }

    /** What the first does, or what the second says in its place. */
    private static Set<String> either(String mode) {
        return Set.copyOf(List.of(Objects.requireNonNull(GOOD.get(mode)), ANSWER));
    }

    private static String mark(String mode) {
        return " {{" + mode + "}} ";
    }
}
