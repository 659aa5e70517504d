package dev.olp.provider;

/** A piece of a turn's content. */
public sealed interface Part {
    record Text(String text) implements Part, Turn.Said {}

    /**
     * An image, inline.
     *
     * @param mediaType for example {@code image/png}
     * @param base64 the image's bytes, standard base64 without line breaks
     */
    record Image(String mediaType, String base64) implements Part {}
}
