package dev.olp.endpoint;

import dev.olp.responses.KeptResponse;
import dev.olp.responses.KeptResponses;
import dev.olp.wire.AnswerContent;
import dev.olp.wire.AnswerFrames;
import dev.olp.wire.ApiException;
import dev.olp.wire.UnsupportedParameters;
import dev.olp.wire.chat.ParsedChat;
import dev.olp.wire.responses.History;
import dev.olp.wire.responses.Keeping;
import dev.olp.wire.responses.ResponseBody;
import dev.olp.wire.responses.ResponseFrames;
import dev.olp.wire.responses.ResponsesRequest;
import dev.olp.wire.responses.ResponsesRequestReader;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One request of the Responses API, which its answer repeats in part. */
final class ResponsesExchange implements Exchange, History, Keeping {
    private final UnsupportedParameters policy;
    private final KeptResponses kept;
    private final @Nullable String tenant;
    private final String id;
    private final long created;
    private @Nullable ResponsesRequest asked;

    /**
     * Makes one.
     *
     * @param tenant whose response it is; null where strangers have the same key, so that nothing is kept
     * @param id without {@code resp_}
     * @param created seconds since 1970
     */
    ResponsesExchange(
            UnsupportedParameters policy, KeptResponses kept, @Nullable String tenant, String id, long created) {
        this.policy = policy;
        this.kept = kept;
        this.tenant = tenant;
        this.id = id;
        this.created = created;
    }

    @Override
    public ParsedChat read(byte[] body) throws ApiException {
        asked = ResponsesRequestReader.read(body, policy, this);
        return asked.chat();
    }

    @Override
    public AnswerFrames frames(ParsedChat chat) {
        return new ResponseFrames(id, created, asked(), this);
    }

    @Override
    public byte[] body(ParsedChat chat, AnswerContent answer) {
        return ResponseBody.render(id, created, asked(), answer, this);
    }

    @Override
    public Optional<byte[]> items(String responseId) {
        return tenant == null ? Optional.empty() : kept.find(responseId, tenant).map(KeptResponse::items);
    }

    @Override
    public boolean keeps(long bytes) {
        return tenant != null && kept.holds(bytes);
    }

    @Override
    public void keep(byte[] body, byte[] items) {
        if (tenant != null) {
            kept.keep("resp_" + id, new KeptResponse(tenant, body, items));
        }
    }

    private ResponsesRequest asked() {
        if (asked == null) {
            throw new IllegalStateException("an answer before its request was read");
        }
        return asked;
    }
}
