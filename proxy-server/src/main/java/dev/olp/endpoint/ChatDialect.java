package dev.olp.endpoint;

import dev.olp.auth.Admission;
import dev.olp.http.InboundRequest;
import dev.olp.wire.AnswerContent;
import dev.olp.wire.AnswerFrames;
import dev.olp.wire.ApiException;
import dev.olp.wire.ErrorShape;
import dev.olp.wire.UnsupportedParameters;
import dev.olp.wire.chat.ChatChunks;
import dev.olp.wire.chat.ChatCompletionBody;
import dev.olp.wire.chat.ChatRequestReader;
import dev.olp.wire.chat.ParsedChat;
import java.time.Clock;
import java.util.function.Supplier;

/** OpenAI's Chat Completions. */
final class ChatDialect implements Dialect, Exchange {
    private final UnsupportedParameters policy;
    private final Supplier<String> ids;
    private final Clock clock;

    /** @param ids fresh ones; {@code chatcmpl-} goes before */
    ChatDialect(UnsupportedParameters policy, Supplier<String> ids, Clock clock) {
        this.policy = policy;
        this.ids = ids;
        this.clock = clock;
    }

    /** Always the same one, which remembers nothing. */
    @Override
    public Exchange open(InboundRequest request, Admission admission) {
        return this;
    }

    @Override
    public ParsedChat read(byte[] body) throws ApiException {
        return ChatRequestReader.read(body, policy);
    }

    @Override
    public AnswerFrames frames(ParsedChat chat) {
        return new ChatChunks(id(), created(), chat.requestedModel(), chat.includeUsage());
    }

    @Override
    public byte[] body(ParsedChat chat, AnswerContent answer) {
        return ChatCompletionBody.render(
                id(),
                created(),
                chat.requestedModel(),
                answer.text(),
                answer.reasoning(),
                answer.calls(),
                answer.reason(),
                answer.usage());
    }

    @Override
    public ErrorShape errors() {
        return ErrorShape.OPENAI;
    }

    private String id() {
        return "chatcmpl-" + ids.get();
    }

    private long created() {
        return clock.instant().getEpochSecond();
    }
}
