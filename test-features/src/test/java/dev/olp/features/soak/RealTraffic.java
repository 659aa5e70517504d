package dev.olp.features.soak;

import dev.olp.features.soak.Visit.Leaving;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** What the real claude and codex get of a fake upstream: claude's part of a mark stands first. */
final class RealTraffic extends Traffic {
    private static final String CHAINED = "claude-sonnet-4-6";
    private static final List<String> ALONE = List.of("claude-haiku-4-5", "gpt-5.5");
    private static final String ANSWER = "Hello from the fake upstream. Unicode: é中😀 end.";
    private static final List<String> FAULTS = List.of(
            "400",
            "403",
            "404",
            "413",
            "500",
            "503",
            "529",
            "html502",
            "close",
            "cut",
            "cut-clean",
            "sse-error",
            "bad-json");
    private static final List<String> ENDLESS = List.of("hang-mid", "hang-first", "hang-headers");

    RealTraffic(List<String> keys) {
        super(keys);
    }

    @Override
    Visit next(SplittableRandom random) {
        int kind = random.nextInt(100);
        String word = word();
        if (kind < 35) {
            String prompt = "{{echo}} " + word;
            return read(random, percent(random, 50) ? CHAINED : oneOf(random, ALONE), prompt, Set.of(prompt));
        } else if (kind < 55) {
            return read(random, ALONE.getFirst(), "again " + random.nextInt(2), Set.of(ANSWER), "\"temperature\":0");
        } else if (kind < 75) {
            String prompt = "{{" + oneOf(random, FAULTS) + "|echo}} " + word;
            return read(random, CHAINED, prompt, Set.of(prompt));
        } else if (kind < 85) {
            return read(random, oneOf(random, ALONE), "{{" + oneOf(random, FAULTS) + "}} " + word, Set.of());
        } else if (kind < 92) {
            String prompt = "{{" + oneOf(random, ENDLESS) + "}} " + word;
            return leave(random, oneOf(random, ALONE), prompt, Set.of(), Leaving.SOON);
        }
        String prompt = "{{echo}} " + word;
        return leave(
                random,
                CHAINED,
                prompt,
                Set.of(prompt),
                oneOf(random, List.of(Leaving.SOON, Leaving.AFTER_HEAD, Leaving.AFTER_TEXT)));
    }
}
