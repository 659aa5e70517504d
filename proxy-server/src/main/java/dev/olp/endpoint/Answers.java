package dev.olp.endpoint;

import dev.olp.http.InboundRequest;
import dev.olp.http.ResponseHead;
import dev.olp.http.ResponseSink;
import dev.olp.provider.Provider;
import dev.olp.routing.Hop;
import dev.olp.wire.ApiException;
import dev.olp.wire.chat.ChatChunks;
import dev.olp.wire.chat.ChatCompletionBody;
import dev.olp.wire.chat.ParsedChat;
import java.time.Clock;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Opens the answer that a chat asked for. */
final class Answers {
    private final Map<String, Provider> providers;
    private final Supplier<String> completionIds;
    private final Heartbeats heartbeats;
    private final Clock clock;
    private final LongSupplier ticker;

    /**
     * Makes the opener.
     *
     * @param providers enabled adapters by id
     * @param completionIds fresh {@code chatcmpl-…} ids
     */
    Answers(
            Map<String, Provider> providers,
            Supplier<String> completionIds,
            Heartbeats heartbeats,
            Clock clock,
            LongSupplier ticker) {
        this.providers = Map.copyOf(providers);
        this.completionIds = completionIds;
        this.heartbeats = heartbeats;
        this.clock = clock;
        this.ticker = ticker;
    }

    /** @throws ApiException when the request asks for heartbeats in a way we do not know */
    Answer open(InboundRequest request, ResponseSink sink, ParsedChat chat, Ledger ledger) throws ApiException {
        String id = completionIds.get();
        long created = clock.instant().getEpochSecond();
        if (!chat.stream()) {
            WholeReply reply =
                    new WholeReply(sink, () -> wholeHead(chat, ledger, false), heartbeats.ofWhole(request), ticker);
            return new WholeAnswer(reply, whole(id, created, chat, ledger), ledger::firstToken, ledger::success);
        }
        return new StreamedAnswer(
                sink,
                new ChatChunks(id, created, chat.requestedModel(), chat.includeUsage()),
                () -> streamHead(chat, ledger),
                () -> ReplyHeaders.closingNote(ledger),
                chat.includeUsage(),
                heartbeats.ofStream(request),
                heartbeats.queuePosition(),
                ticker,
                ledger::firstToken,
                ledger::success);
    }

    /** What is cut out of the texts of each hop. */
    Function<Hop, TextFilter> filters(ParsedChat chat) {
        return hop -> {
            Provider provider = providers.get(hop.provider());
            boolean capHere = provider != null && !provider.hints().capsOutput();
            return new TextFilter(
                    chat.request().stop(), capHere ? chat.request().maxTokens() : null);
        };
    }

    private static ResponseHead streamHead(ParsedChat chat, Ledger ledger) {
        Map<String, String> headers = ReplyHeaders.of(ledger, chat.ignoredParameters());
        headers.put("Content-Type", "text/event-stream; charset=utf-8");
        headers.put("Cache-Control", "no-cache, no-transform");
        headers.put("X-Accel-Buffering", "no");
        headers.put("X-OLP-Streaming-Inflight", ledger.sharing().spelled());
        return new ResponseHead(200, headers);
    }

    private static ResponseHead wholeHead(ParsedChat chat, Ledger ledger, boolean estimated) {
        Map<String, String> headers = ReplyHeaders.of(ledger, chat.ignoredParameters());
        headers.put("Content-Type", "application/json");
        if (estimated) {
            headers.put("X-OLP-Usage", "estimated");
        }
        return new ResponseHead(200, headers);
    }

    private static WholeAnswer.Renderer whole(String id, long created, ParsedChat chat, Ledger ledger) {
        return (reply, text, reasoning, calls, reason, usage, estimated) -> reply.send(
                wholeHead(chat, ledger, estimated),
                ChatCompletionBody.render(id, created, chat.requestedModel(), text, reasoning, calls, reason, usage));
    }
}
