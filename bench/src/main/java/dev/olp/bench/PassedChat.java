package dev.olp.bench;

import java.nio.charset.StandardCharsets;

/** The chat that is passed through: what is asked, and what the mock of an upstream answers in the form of OpenAI's API. */
final class PassedChat {
    static final String MODEL = "claude-sonnet-4-6";
    /** Stands in the last words of each answer. */
    static final String MARK = "that-is-all";
    /** Pieces of the text. */
    static final int PIECES = 32;

    private static final String PIECE = "a few more words of it ";
    private static final String ID = "\"id\":\"chatcmpl-1\",\"created\":1764500000,\"model\":\"" + MODEL + "\",";
    private static final String USAGE =
            "\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":200,\"total_tokens\":212}";

    private PassedChat() {}

    /** What a client sends. */
    static byte[] request(boolean stream) {
        return request(stream, MODEL);
    }

    static byte[] request(boolean stream, String model) {
        return ("{\"model\":\"" + model + "\",\"max_tokens\":1000,\"stream\":" + stream
                        + ",\"messages\":[{\"role\":\"user\",\"content\":\"" + prompt(stream) + "\"}]}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Its words say the form too. */
    static String prompt(boolean stream) {
        return stream ? "What is a proxy? Word by word." : "What is a proxy? All at once.";
    }

    /** The whole answer. */
    static byte[] whole() {
        return ("{\"object\":\"chat.completion\"," + ID
                        + "\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\""
                        + PIECE.repeat(PIECES - 1) + MARK + "\"},\"finish_reason\":\"stop\"}]," + USAGE + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** An event of the stream: of {@link #PIECES} and two, the last two end it. */
    static byte[] event(int index) {
        String event;
        if (index < PIECES) {
            String text = index == PIECES - 1 ? MARK : PIECE;
            event = chunk("{\"role\":\"assistant\",\"content\":\"" + text + "\"}", "null");
        } else {
            event = index == PIECES ? chunk("{}", "\"stop\"") : "[DONE]";
        }
        return ("data: " + event + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    private static String chunk(String delta, String finish) {
        return "{\"object\":\"chat.completion.chunk\"," + ID + "\"choices\":[{\"index\":0,\"delta\":" + delta
                + ",\"finish_reason\":" + finish + "}]}";
    }
}
