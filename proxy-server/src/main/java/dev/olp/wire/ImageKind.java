package dev.olp.wire;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The kinds of images that providers see, told by how each begins. */
enum ImageKind {
    PNG("89504e470d0a1a0a"),
    JPEG("ffd8ff"),
    GIF("47494638"),
    WEBP("52494646.{8}57454250");

    /** Characters of base64 that hold the beginning of any of them. */
    private static final int BEGINNING = 16;

    private final String beginning;

    /** @param beginning of the bytes in hexadecimal, a regular expression */
    ImageKind(String beginning) {
        this.beginning = beginning;
    }

    /** By its media type, as clients spell it. */
    static Optional<ImageKind> of(String mediaType) {
        return switch (mediaType.strip().toLowerCase(Locale.ROOT)) {
            case "image/png" -> Optional.of(PNG);
            case "image/jpeg", "image/jpg" -> Optional.of(JPEG);
            case "image/gif" -> Optional.of(GIF);
            case "image/webp" -> Optional.of(WEBP);
            default -> Optional.empty();
        };
    }

    String mediaType() {
        return "image/" + name().toLowerCase(Locale.ROOT);
    }

    /** @param base64 of an image, valid */
    boolean begins(String base64) {
        byte[] bytes = Base64.getDecoder().decode(base64.substring(0, Math.min(BEGINNING, base64.length())));
        return Pattern.compile(beginning)
                .matcher(HexFormat.of().formatHex(bytes))
                .lookingAt();
    }
}
