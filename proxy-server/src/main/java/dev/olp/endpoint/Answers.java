package dev.olp.endpoint;

import dev.olp.http.InboundRequest;
import dev.olp.http.ResponseHead;
import dev.olp.http.ResponseSink;
import dev.olp.provider.Provider;
import dev.olp.routing.Hop;
import dev.olp.wire.ApiException;
import dev.olp.wire.chat.ParsedChat;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Opens the answer that a chat asked for. */
final class Answers {
    private final Map<String, Provider> providers;
    private final Dialect dialect;
    private final Heartbeats heartbeats;
    private final LongSupplier ticker;

    /**
     * Makes the opener.
     *
     * @param providers enabled adapters by id
     */
    Answers(Map<String, Provider> providers, Dialect dialect, Heartbeats heartbeats, LongSupplier ticker) {
        this.providers = Map.copyOf(providers);
        this.dialect = dialect;
        this.heartbeats = heartbeats;
        this.ticker = ticker;
    }

    /** @throws ApiException when the request asks for heartbeats in a way we do not know */
    Answer open(InboundRequest request, ResponseSink sink, Exchange exchange, ParsedChat chat, Ledger ledger)
            throws ApiException {
        if (!chat.stream()) {
            WholeReply reply = new WholeReply(
                    sink,
                    () -> wholeHead(chat, ledger, false),
                    error -> dialect.errors().body(error, request.id()),
                    heartbeats.ofWhole(request),
                    ticker);
            return new WholeAnswer(reply, whole(exchange, chat, ledger), ledger::firstToken, ledger::success);
        }
        return new StreamedAnswer(
                sink,
                exchange.frames(chat),
                () -> streamHead(chat, ledger),
                () -> ReplyHeaders.closingNote(ledger),
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

    private static WholeAnswer.Renderer whole(Exchange exchange, ParsedChat chat, Ledger ledger) {
        return (reply, answer) -> reply.send(wholeHead(chat, ledger, answer.estimated()), exchange.body(chat, answer));
    }
}
