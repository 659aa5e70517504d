package dev.olp.wire;

import dev.olp.provider.Part;

/** Images that stand in a request as base64. Nothing is ever fetched for a client. */
public final class InlineImage {
    /** Bytes of one image, decoded. */
    static final int MAX_IMAGE = 20 * 1024 * 1024;

    private InlineImage() {}

    /**
     * Reads one.
     *
     * @param mediaType as the client spelled it
     * @param base64 standard, padded; white space in it is dropped
     * @throws ApiException 400 with the path, for another type, one that the bytes are not of, what is not base64, or more
     *     than 20 MB
     */
    public static Part.Image of(String mediaType, String base64, String path) throws ApiException {
        ImageKind kind = ImageKind.of(mediaType)
                .orElseThrow(() -> Shape.bad(path, "must hold an image of type png, jpeg, gif or webp."));
        String data = checked(base64, path);
        if (!kind.begins(data)) {
            throw Shape.bad(
                    path, "does not hold what it says: its bytes do not begin like %s.".formatted(kind.mediaType()));
        }
        return new Part.Image(kind.mediaType(), data);
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
