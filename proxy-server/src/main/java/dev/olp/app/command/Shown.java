package dev.olp.app.command;

import tools.jackson.databind.JsonNode;

/** Text for a terminal, which must not be made to do anything. */
final class Shown {
    private Shown() {}

    static String harmless(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /** @param otherwise for what is missing or null */
    static String text(JsonNode value, String otherwise) {
        return value.isMissingNode() || value.isNull() ? otherwise : harmless(value.asString(""));
    }

    static String text(JsonNode value) {
        return text(value, "-");
    }
}
