package dev.olp.endpoint;

import dev.olp.http.ResponseHead;
import dev.olp.http.ResponseSink;
import dev.olp.provider.Provider;
import dev.olp.routing.Hop;
import dev.olp.wire.chat.ChatChunks;
import dev.olp.wire.chat.ChatCompletionBody;
import dev.olp.wire.chat.ParsedChat;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Opens the answer that a chat asked for. */
final class Answers {
    private final Map<String, Provider> providers;
    private final Supplier<String> completionIds;
    private final Duration heartbeat;
    private final Clock clock;
    private final LongSupplier ticker;

    /**
     * Makes the opener.
     *
     * @param providers enabled adapters by id
     * @param completionIds fresh {@code chatcmpl-…} ids
     * @param heartbeat silence after which a comment is sent; zero for never
     */
    Answers(
            Map<String, Provider> providers,
            Supplier<String> completionIds,
            Duration heartbeat,
            Clock clock,
            LongSupplier ticker) {
        this.providers = Map.copyOf(providers);
        this.completionIds = completionIds;
        this.heartbeat = heartbeat;
        this.clock = clock;
        this.ticker = ticker;
    }

    Answer open(ResponseSink sink, ParsedChat chat, Ledger ledger) {
        String id = completionIds.get();
        long created = clock.instant().getEpochSecond();
        Function<Hop, TextFilter> filters = hop -> filter(hop, chat);
        if (!chat.stream()) {
            return new WholeAnswer(sink, whole(id, created, chat, ledger), filters, ledger::firstToken);
        }
        return new StreamedAnswer(
                sink,
                new ChatChunks(id, created, chat.requestedModel(), chat.includeUsage()),
                () -> streamHead(chat, ledger),
                () -> ReplyHeaders.closingNote(ledger),
                filters,
                chat.includeUsage(),
                heartbeat.toNanos(),
                ticker,
                ledger::firstToken);
    }

    private TextFilter filter(Hop hop, ParsedChat chat) {
        Provider provider = providers.get(hop.provider());
        boolean capHere = provider != null && !provider.hints().capsOutput();
        return new TextFilter(chat.request().stop(), capHere ? chat.request().maxTokens() : null);
    }

    private static ResponseHead streamHead(ParsedChat chat, Ledger ledger) {
        Map<String, String> headers = ReplyHeaders.of(ledger, chat.ignoredParameters());
        headers.put("Content-Type", "text/event-stream; charset=utf-8");
        headers.put("Cache-Control", "no-cache, no-transform");
        headers.put("X-Accel-Buffering", "no");
        headers.put("X-OLP-Streaming-Inflight", "solo");
        return new ResponseHead(200, headers);
    }

    private static WholeAnswer.Renderer whole(String id, long created, ParsedChat chat, Ledger ledger) {
        return (sink, text, reasoning, reason, usage, estimated) -> {
            Map<String, String> headers = ReplyHeaders.of(ledger, chat.ignoredParameters());
            headers.put("Content-Type", "application/json");
            if (estimated) {
                headers.put("X-OLP-Usage", "estimated");
            }
            sink.reply(
                    new ResponseHead(200, headers),
                    ChatCompletionBody.render(id, created, chat.requestedModel(), text, reasoning, reason, usage));
        };
    }
}
