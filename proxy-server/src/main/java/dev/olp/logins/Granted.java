package dev.olp.logins;

import dev.olp.logins.LoginFormat.Malformed;
import java.time.Instant;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a token endpoint granted.
 *
 * @param inFile the refresh token in the login's file, in whose place it is to be written
 * @param answer the endpoint's; of several, laid over each other
 * @param at when it was granted
 */
record Granted(String inFile, ObjectNode answer, Instant at) {
    /** The file's content with it. */
    byte[] content(TokenExchange exchange, byte[] file) throws Malformed {
        ObjectNode root = LoginJson.read(file);
        exchange.put(root, answer, at);
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsBytes(root);
    }

    /** The next refresh token to show. */
    String refreshToken() {
        return answer.path("refresh_token").asString(inFile);
    }

    /** The same with a later answer, for a login whose file still has the old one. */
    Granted then(ObjectNode later, Instant when) {
        ObjectNode both = JsonMapper.shared().createObjectNode();
        both.setAll(answer);
        both.setAll(later);
        return new Granted(inFile, both, when);
    }

    /** Without the tokens. */
    @Override
    public String toString() {
        return "Granted[" + at + "]";
    }
}
