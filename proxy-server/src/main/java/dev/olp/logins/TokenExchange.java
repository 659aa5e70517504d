package dev.olp.logins;

import dev.olp.isolation.posix.Posix;
import dev.olp.logins.LoginFormat.Malformed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a vendor's token endpoint is asked and what becomes of its answer, as the vendor's CLI does it. */
interface TokenExchange {
    /** The vendor's own. */
    String endpoint();

    /** The variable that names another. */
    String endpointVariable();

    /** The refresh token in a login's file; empty when it has none. */
    String refreshToken(JsonNode file);

    /** The request's body. */
    ObjectNode request(JsonNode file, String refreshToken);

    /**
     * Puts what was granted into a login's file; what the answer does not name stays, and so does what we do not know.
     *
     * @param file changed in place
     * @throws Malformed when it is no such file
     */
    void put(ObjectNode file, JsonNode answer, Instant granted) throws Malformed;

    /** What the CLI holds while it asks. */
    CliLock whileAsking(Path folder, Duration patience, InstantSource clock) throws IOException;

    /** What it holds while it writes. */
    CliLock whileWriting(Path folder, Duration patience, InstantSource clock, Posix posix) throws IOException;
}
