package dev.olp.wire.chat;

import dev.olp.provider.Part;
import dev.olp.wire.ApiException;
import dev.olp.wire.InlineImage;
import dev.olp.wire.Shape;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Images in data URIs (RFC 2397), base64 only. Nothing is ever fetched for a client. */
public final class DataUris {
    /** Characters before the comma. */
    private static final int MAX_HEAD = 256;

    private DataUris() {}

    /** Reads {@code image_url}: an object with {@code url}, or the bare URI that some clients send. */
    static Part.Image read(ObjectNode part, String path) throws ApiException {
        JsonNode value = Shape.field(part, "image_url");
        if (value != null && value.isString()) {
            return image(value.stringValue(), path);
        }
        ObjectNode object = Shape.object(part, "image_url", path);
        if (object == null) {
            throw Shape.bad(path, "is required and must be an object with 'url'.");
        }
        return image(Shape.requiredString(object, "url", path + ".url"), path + ".url");
    }

    /** One image.
     *
     * @throws ApiException 400 with the path
     */
    public static Part.Image image(String uri, String path) throws ApiException {
        if (!uri.regionMatches(true, 0, "data:", 0, 5)) {
            throw Shape.bad(path, "must be a data URI (data:image/png;base64,…): remote images are not fetched.");
        }
        int comma = uri.indexOf(',');
        if (comma < 0 || comma > MAX_HEAD) {
            throw Shape.bad(path, "must be a data URI of the form data:image/png;base64,….");
        }
        String head = uri.substring(5, comma).toLowerCase(Locale.ROOT);
        if (!head.endsWith(";base64")) {
            throw Shape.bad(path, "must be base64: data:image/png;base64,….");
        }
        return InlineImage.of(head.split(";", 2)[0], uri.substring(comma + 1), path);
    }
}
