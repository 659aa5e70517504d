package dev.olp.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Names of fields that were ignored, as a header may carry them: a client chose them, so they are not to be trusted. */
public final class IgnoredNames {
    /** Names in the header; the rest is counted. */
    public static final int MAX_NAMES = 32;
    /** Characters of one name, encoded. */
    public static final int MAX_LENGTH = 80;

    private final TreeSet<String> names = new TreeSet<>();

    public void add(String name) {
        names.add(encoded(name));
    }

    /** Adds each field that is neither known nor null. */
    public void unknown(ObjectNode object, String prefix, Collection<String> known) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (!known.contains(field.getKey()) && !field.getValue().isNull()) {
                add(prefix + field.getKey());
            }
        }
    }

    public List<String> sorted() {
        List<String> all = new ArrayList<>(names);
        if (all.size() <= MAX_NAMES) {
            return all;
        }
        List<String> some = new ArrayList<>(all.subList(0, MAX_NAMES));
        some.add("and-" + (all.size() - MAX_NAMES) + "-more");
        return some;
    }

    /** Percent-encodes what is not a letter, a digit or one of {@code _ - . [ ]}. */
    public static String encoded(String name) {
        StringBuilder safe = new StringBuilder();
        for (byte unit : name.substring(0, Math.min(name.length(), MAX_LENGTH)).getBytes(StandardCharsets.UTF_8)) {
            char letter = (char) (unit & 0xFF);
            boolean plain = letter < 0x80 && (Character.isLetterOrDigit(letter) || "_-.[]".indexOf(letter) >= 0);
            String piece = plain ? String.valueOf(letter) : "%%%02X".formatted((int) letter);
            if (safe.length() + piece.length() > MAX_LENGTH) {
                break;
            }
            safe.append(piece);
        }
        return safe.isEmpty() ? "%00" : safe.toString();
    }
}
