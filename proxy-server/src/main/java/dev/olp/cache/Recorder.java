package dev.olp.cache;

import dev.olp.http.ClientGone;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.run.AnswerListener;
import org.jspecify.annotations.Nullable;

/** Passes an answer on and stores it, if it is whole and of the hop that was wanted. */
final class Recorder implements AnswerListener {
    private final AnswerListener listener;
    private final Hop wanted;
    private final AnswerCache cache;
    private final CacheKey key;
    private final int most;
    private final Tape tape = new Tape();
    private @Nullable Hop hop;

    Recorder(AnswerListener listener, Hop wanted, AnswerCache cache, CacheKey key) {
        this.listener = listener;
        this.wanted = wanted;
        this.cache = cache;
        this.key = key;
        this.most = cache.terms().maxEntryBytes();
    }

    @Override
    public void serving(Hop serving) {
        hop = serving;
        tape.clear();
        listener.serving(serving);
    }

    @Override
    public Wish event(ChatEvent event) throws ClientGone, InterruptedException {
        if (tape.size() <= most) {
            tape.add(event);
        }
        return listener.event(event);
    }

    @Override
    public void finished(FinishReason reason, Usage usage, boolean estimated) throws ClientGone, InterruptedException {
        // of another hop it would be told as this one's for as long as it is kept
        if (reason == FinishReason.STOP && tape.size() <= most && hop != null && hop.equals(wanted)) {
            cache.store(key, new StoredAnswer(tape.cut(), hop, reason, usage, estimated));
        }
        listener.finished(reason, usage, estimated);
    }

    @Override
    public boolean shown() {
        return listener.shown();
    }
}
