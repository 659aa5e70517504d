package dev.olp.wire;

import java.io.OutputStream;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The one JSON writer of the dialects: a bare generator, since reflection costs a small machine its start time. */
public final class JsonText {
    /** Immutable and safe for any thread. */
    private static final JsonFactory FACTORY = JsonFactory.builder().build();

    private JsonText() {}

    /** A generator of compact UTF-8 JSON; close it to flush. */
    public static JsonGenerator generator(OutputStream target) {
        return FACTORY.createGenerator(ObjectWriteContext.empty(), target, JsonEncoding.UTF8);
    }
}
