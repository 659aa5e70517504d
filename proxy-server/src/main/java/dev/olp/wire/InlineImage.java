package dev.olp.wire;

import dev.olp.provider.Part;
import java.util.Locale;
import java.util.Set;

/** Images that stand in a request as base64. Nothing is ever fetched for a client. */
public final class InlineImage {
    /** Bytes of one image, decoded. */
    static final int MAX_IMAGE = 20 * 1024 * 1024;

    private static final Set<String> MEDIA_TYPES = Set.of("image/png", "image/jpeg", "image/gif", "image/webp");

    private InlineImage() {}

    /**
     * Reads one.
     *
     * @param mediaType as the client spelled it
     * @param base64 standard, padded; white space in it is dropped
     * @throws ApiException 400 with the path, for another type, what is not base64, or more than 20 MB
     */
    public static Part.Image of(String mediaType, String base64, String path) throws ApiException {
        return new Part.Image(mediaType(mediaType, path), checked(base64, path));
    }

    private static String mediaType(String asked, String path) throws ApiException {
        String type = asked.strip().toLowerCase(Locale.ROOT);
        if (type.equals("image/jpg")) {
            return "image/jpeg";
        }
        if (!MEDIA_TYPES.contains(type)) {
            throw Shape.bad(path, "must hold an image of type png, jpeg, gif or webp.");
        }
        return type;
    }

    private static String checked(String base64, String path) throws ApiException {
        String data = hasSpace(base64) ? base64.replaceAll("[ \\t\\r\\n]+", "") : base64;
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
