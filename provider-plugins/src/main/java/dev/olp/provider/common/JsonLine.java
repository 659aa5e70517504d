package dev.olp.provider.common;

import dev.olp.isolation.contract.StdinLine;
import java.io.IOException;
import java.io.OutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** A line of JSON for a child's stdin, written straight to where it goes. */
public final class JsonLine implements StdinLine {
    private static final ObjectWriter WRITER =
            JsonMapper.shared().writer().without(StreamWriteFeature.AUTO_CLOSE_TARGET);

    private final Content content;

    private JsonLine(Content content) {
        this.content = content;
    }

    /** A line of what {@code content} writes, which is one JSON value. */
    public static JsonLine of(Content content) {
        return new JsonLine(content);
    }

    /** @throws IOException when {@code out} cannot be written to, e.g. because the child closed its stdin */
    @Override
    public void writeTo(OutputStream out) throws IOException {
        try (JsonGenerator json = WRITER.createGenerator(out)) {
            content.writeTo(json);
            json.writeRaw('\n');
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }

    /** Writes one JSON value without line breaks. */
    @FunctionalInterface
    public interface Content {
        void writeTo(JsonGenerator json);
    }
}
