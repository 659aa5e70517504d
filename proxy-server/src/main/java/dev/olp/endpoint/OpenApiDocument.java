package dev.olp.endpoint;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code GET /v0/management/openapi.json}: every route, its bodies, its headers. Read anew each time: hardly anybody asks. */
final class OpenApiDocument implements OwnerEndpoint.Document {
    private static final String RESOURCE = "openapi.json";

    private final String version;

    OpenApiDocument(String version) {
        this.version = version;
    }

    @Override
    public ObjectNode of(Map<String, String> parameters) {
        try (InputStream in = OpenApiDocument.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing in the jar");
            }
            ObjectNode document = (ObjectNode) JsonMapper.shared().readTree(in);
            document.withObjectProperty("info").put("version", version);
            return document;
        } catch (IOException e) {
            throw new UncheckedIOException("reading from the jar", e);
        }
    }
}
