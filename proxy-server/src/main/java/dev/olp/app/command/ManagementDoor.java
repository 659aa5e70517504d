package dev.olp.app.command;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** A way to the management API: through a running server, or on the home itself where none runs. */
interface ManagementDoor extends AutoCloseable {
    /**
     * Asks for something.
     *
     * @param path segments behind {@code /v0/management/}
     * @param body empty for none
     * @throws UsageException when what was asked cannot be meant
     * @throws CommandFailure when it could not be done, or the key shown may not
     */
    ObjectNode call(String method, List<String> path, ObjectNode body) throws UsageException, CommandFailure;

    /** Base URL of the server, without a trailing slash; empty where none runs. */
    String url();

    @Override
    void close() throws CommandFailure;
}
