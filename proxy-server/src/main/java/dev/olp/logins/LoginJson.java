package dev.olp.logins;

import dev.olp.isolation.contract.StdinLine;
import dev.olp.logins.LoginFormat.Malformed;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of the login files and of the CLIs' lines. */
final class LoginJson {
    private LoginJson() {}

    /** The parser's own message would quote the file. */
    static ObjectNode read(byte[] content) throws Malformed {
        try {
            JsonNode root = JsonMapper.shared().readTree(content);
            if (root instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException notJson) {
            // told below
        }
        throw new Malformed("no JSON object");
    }

    static StdinLine line(String json) {
        return out -> out.write((json + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
