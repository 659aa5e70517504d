package dev.olp.features.soak;

import dev.olp.features.soak.Visit.Leaving;
import dev.olp.features.support.Bodies;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** What clients of several keys ask for, at random. Thread-safe but for the random numbers, which are the caller's. */
abstract class Traffic {
    private static final int ONE_IN = 100;
    private static final long LATEST_LEAVING_NANOS = 400_000_000;
    private final List<String> keys;
    private final AtomicLong numbers = new AtomicLong();

    /** @param keys tokens, more than one */
    Traffic(List<String> keys) {
        this.keys = List.copyOf(keys);
    }

    abstract Visit next(SplittableRandom random);

    /** A word that no other visit has. */
    final String word() {
        return "w" + numbers.incrementAndGet();
    }

    /** Whether something happens that happens so many times of a hundred. */
    static boolean percent(SplittableRandom random, int times) {
        return random.nextInt(ONE_IN) < times;
    }

    static <T> T oneOf(SplittableRandom random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    final Visit read(SplittableRandom random, String model, String prompt, Set<String> answers, String... members) {
        return visit(random, model, prompt, answers, Leaving.NEVER, members);
    }

    final Visit leave(SplittableRandom random, String model, String prompt, Set<String> answers, Leaving leaving) {
        return visit(random, model, prompt, answers, leaving);
    }

    private Visit visit(
            SplittableRandom random,
            String model,
            String prompt,
            Set<String> answers,
            Leaving leaving,
            String... members) {
        boolean streamed = random.nextBoolean() || leaving == Leaving.AFTER_TEXT;
        String body = streamed ? Bodies.stream(model, prompt) : Bodies.chat(model, prompt);
        for (String member : members) {
            body = Bodies.with(body, member);
        }
        String user = "";
        if (leaving == Leaving.SOON) {
            user = "leaver-" + word();
            body = Bodies.with(body, "\"user\":" + Bodies.quote(user));
        }
        return new Visit(
                oneOf(random, keys), body, streamed, user, answers, leaving, random.nextLong(LATEST_LEAVING_NANOS));
    }
}
