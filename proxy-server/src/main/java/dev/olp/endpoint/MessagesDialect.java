package dev.olp.endpoint;

import dev.olp.auth.Admission;
import dev.olp.http.InboundRequest;
import dev.olp.wire.AnswerContent;
import dev.olp.wire.AnswerFrames;
import dev.olp.wire.ApiException;
import dev.olp.wire.ErrorShape;
import dev.olp.wire.UnsupportedParameters;
import dev.olp.wire.chat.ParsedChat;
import dev.olp.wire.messages.BlocksReader;
import dev.olp.wire.messages.MessageBody;
import dev.olp.wire.messages.MessageFrames;
import dev.olp.wire.messages.MessagesRequestReader;
import java.util.function.Supplier;

/** Anthropic's Messages. */
final class MessagesDialect implements Dialect {
    private final UnsupportedParameters policy;
    private final Supplier<String> ids;

    /** @param ids fresh ones; {@code msg_} goes before */
    MessagesDialect(UnsupportedParameters policy, Supplier<String> ids) {
        this.policy = policy;
        this.ids = ids;
    }

    @Override
    public Exchange open(InboundRequest request, Admission admission) {
        return new Exchange() {
            @Override
            public ParsedChat read(byte[] body) throws ApiException {
                return MessagesRequestReader.read(body, policy, MessagesHeaders.betas(request));
            }

            @Override
            public AnswerFrames frames(ParsedChat chat) {
                return new MessageFrames("msg_" + ids.get(), chat.requestedModel(), request.id());
            }

            @Override
            public byte[] body(ParsedChat chat, AnswerContent answer) {
                return MessageBody.render("msg_" + ids.get(), chat.requestedModel(), answer);
            }
        };
    }

    @Override
    public String thoughts() {
        return BlocksReader.THOUGHTS;
    }

    @Override
    public ErrorShape errors() {
        return ErrorShape.ANTHROPIC;
    }
}
