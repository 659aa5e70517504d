package dev.olp.wire.chat;

import dev.olp.provider.Part;
import dev.olp.wire.ApiException;
import dev.olp.wire.Shape;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Images in data URIs (RFC 2397), base64 only. Nothing is ever fetched for a client. */
final class DataUris {
    /** Bytes of one image, decoded. */
    static final int MAX_IMAGE = 20 * 1024 * 1024;
    /** Characters before the comma. */
    private static final int MAX_HEAD = 256;

    private static final Set<String> MEDIA_TYPES = Set.of("image/png", "image/jpeg", "image/gif", "image/webp");

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

    private static Part.Image image(String uri, String path) throws ApiException {
        if (!uri.regionMatches(true, 0, "data:", 0, 5)) {
            throw Shape.bad(path, "must be a data URI (data:image/png;base64,…): remote images are not fetched.");
        }
        int comma = uri.indexOf(',');
        if (comma < 0 || comma > MAX_HEAD) {
            throw Shape.bad(path, "must be a data URI of the form data:image/png;base64,….");
        }
        String head = uri.substring(5, comma).toLowerCase(Locale.ROOT);
        String mediaType = head.split(";", 2)[0].strip();
        if (mediaType.equals("image/jpg")) {
            mediaType = "image/jpeg";
        }
        if (!MEDIA_TYPES.contains(mediaType)) {
            throw Shape.bad(path, "must hold an image of type png, jpeg, gif or webp.");
        }
        if (!head.endsWith(";base64")) {
            throw Shape.bad(path, "must be base64: data:" + mediaType + ";base64,….");
        }
        return new Part.Image(mediaType, base64(uri, comma + 1, path));
    }

    private static String base64(String uri, int start, String path) throws ApiException {
        String data = uri.substring(start);
        if (hasSpace(data)) {
            data = data.replaceAll("[ \\t\\r\\n]+", "");
        }
        int padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
        if (data.isEmpty() || data.length() % 4 != 0 || !isAlphabet(data, data.length() - padding)) {
            throw Shape.bad(path, "must hold valid base64 with its padding.");
        }
        if (data.length() / 4L * 3 - padding > MAX_IMAGE) {
            throw Shape.bad(path, "holds an image of more than 20 MB; send a smaller one.");
        }
        return data;
    }

    private static boolean hasSpace(String data) {
        return data.indexOf('\n') >= 0 || data.indexOf(' ') >= 0 || data.indexOf('\r') >= 0 || data.indexOf('\t') >= 0;
    }

    private static boolean isAlphabet(String data, int end) {
        for (int i = 0; i < end; i++) {
            char letter = data.charAt(i);
            boolean valid = (letter >= 'A' && letter <= 'Z')
                    || (letter >= 'a' && letter <= 'z')
                    || (letter >= '0' && letter <= '9')
                    || letter == '+'
                    || letter == '/';
            if (!valid) {
                return false;
            }
        }
        return true;
    }
}
