package dev.olp.wire;

/** In whose shape the errors of a path are. */
public enum ErrorShape {
    OPENAI,
    ANTHROPIC;

    private static final String MESSAGES = "/v1/messages";

    /** @param path as the client asked for it, with a query or without */
    public static ErrorShape of(String path) {
        String rest = path.startsWith(MESSAGES) ? path.substring(MESSAGES.length()) : "-";
        return rest.isEmpty() || rest.charAt(0) == '/' || rest.charAt(0) == '?' ? ANTHROPIC : OPENAI;
    }

    /** The body of an error's reply, UTF-8 JSON. */
    public byte[] body(ApiError error, String requestId) {
        return this == ANTHROPIC ? ErrorBody.anthropic(error, requestId) : ErrorBody.openAi(error);
    }
}
