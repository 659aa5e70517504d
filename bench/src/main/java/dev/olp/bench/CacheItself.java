package dev.olp.bench;

import dev.olp.cache.AnswerCache;
import dev.olp.cache.Asked;
import dev.olp.cache.CacheKeys;
import dev.olp.cache.CacheTerms;
import dev.olp.cache.CacheUse;
import dev.olp.cache.Flights;
import dev.olp.cache.Recall;
import dev.olp.cache.Turns;
import dev.olp.http.ByteBudget;
import dev.olp.http.ClientGone;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.routing.RoutePlan;
import dev.olp.run.AnswerListener;
import dev.olp.run.Cancellation;
import dev.olp.run.RunEnd;
import dev.olp.run.Silence;
import dev.olp.wire.ApiException;
import dev.olp.wire.UnsupportedParameters;
import dev.olp.wire.chat.ChatRequestReader;
import dev.olp.wire.chat.ParsedChat;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The cache without anything around it, and one answer of sixty pieces in it. */
final class CacheItself {
    private static final int PIECES = 60;
    private static final int BYTES = 1 << 20;

    private final Recall recall;
    private final Asked asked;

    CacheItself() {
        AnswerCache cache = new AnswerCache(System::nanoTime);
        cache.configure(new CacheTerms(true, Duration.ofHours(1), BYTES, BYTES, false));
        Flights flights = new Flights(cache, new ByteBudget("bench", BYTES, Duration.ZERO), System::nanoTime);
        recall = new Recall(
                cache,
                flights,
                new CacheKeys("bench", provider -> Optional.of("null")),
                Turns.ALL,
                true,
                System::nanoTime);
        try {
            ParsedChat chat = ChatRequestReader.read(DirectChat.REPEATABLE, UnsupportedParameters.WARN);
            RoutePlan plan = new RoutePlan(
                    "claude-sonnet-4-6", List.of(new Hop(NullServer.PROVIDER, "claude-sonnet-4-6", "default")));
            asked = new Asked("bench", plan, chat.request(), chat, CacheUse.KEEP);
        } catch (ApiException e) {
            throw new IllegalStateException(e);
        }
    }

    void ask() throws Exception {
        recall.answer(
                asked,
                (listener, cancellation, silence, trace) -> run(listener),
                new Dropping(),
                new Cancellation(),
                Silence.UNNOTICED,
                (status, sharing, trace) -> {});
    }

    private RunEnd run(AnswerListener listener) throws ClientGone, InterruptedException {
        listener.serving(asked.plan().hops().getFirst());
        for (int i = 0; i < PIECES; i++) {
            listener.event(new ChatEvent.TextDelta("some words "));
        }
        listener.finished(FinishReason.STOP, Usage.ZERO, false);
        return new RunEnd.Answered();
    }

    private static final class Dropping implements AnswerListener {
        @Override
        public void serving(Hop hop) {}

        @Override
        public Wish event(ChatEvent event) {
            return Wish.MORE;
        }

        @Override
        public void finished(FinishReason reason, Usage usage, boolean estimated) {}

        @Override
        public boolean shown() {
            return false;
        }
    }
}
