package dev.olp.wire.chat;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.olp.provider.Part;
import dev.olp.provider.Turn;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import dev.olp.wire.UnsupportedParameters;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Chats as clients send them, and what the reader makes of them; a body is written with single quotes. */
final class ChatReading {
    static final String USER = "{'role':'user','content':'hi'}";

    private ChatReading() {}

    static String chat(String messages) {
        return "{'model':'m','messages':[" + messages + "]}";
    }

    static String chatWith(String fields) {
        return "{'model':'m','messages':[" + USER + "]," + fields + "}";
    }

    static List<Turn> turnsOf(String messages) throws ApiException {
        return read(chat(messages)).request().turns();
    }

    static ParsedChat readWith(String fields) throws ApiException {
        return read(chatWith(fields));
    }

    static ParsedChat read(String body) throws ApiException {
        return ChatRequestReader.read(bytes(body), UnsupportedParameters.WARN);
    }

    static ApiError refusalWith(String fields) {
        return refusal(chatWith(fields));
    }

    static ApiError refusal(String body) {
        return catchThrowableOfType(ApiException.class, () -> read(body)).error();
    }

    static byte[] bytes(String body) {
        return body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    static Turn user(String text) {
        return new Turn.User(List.of(new Part.Text(text)));
    }

    static Turn assistant(String text) {
        return new Turn.Assistant(text, List.of());
    }
}
