package dev.olp.config;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.json.JsonMapper;

/** The text of {@code config.json}, in which one value is set and all else, comments too, stays as it is. */
final class ConfigText {
    private final String text;

    /** @param text an object, as {@link ConfigFile} reads it; empty for no file */
    ConfigText(String text) {
        this.text = text.isBlank() ? "{}\n" : text;
    }

    /** Whether there is anything at this path. */
    boolean has(List<String> path) {
        return find(path).value != null;
    }

    /**
     * The text with that value.
     *
     * @param path names, each of an object in the one before
     * @param json a value that is no object and no list
     * @throws IllegalArgumentException when what is there now is an object, or what leads there is none
     */
    String with(List<String> path, String json) {
        Place place = find(path);
        if (place.value != null) {
            return text.substring(0, place.value.from) + json + text.substring(place.value.to);
        }
        List<String> missing = path.subList(place.depth, path.size());
        String indent = "  ".repeat(place.depth + 1);
        StringBuilder member = new StringBuilder("\n" + indent);
        missing.forEach(name -> member.append('"').append(name).append("\": {"));
        member.setLength(member.length() - 1);
        member.append(json)
                .append("}".repeat(missing.size() - 1))
                .append(place.empty ? "\n" + indent.substring(2) : ",");
        return text.substring(0, place.inside) + member + text.substring(place.inside);
    }

    private record Span(int from, int to) {}

    /**
     * How far the path leads.
     *
     * @param depth names of it that are there
     * @param inside just behind the brace of the innermost object on it
     * @param empty whether nothing is in that object
     * @param value the value at its end; null where it is missing
     */
    private record Place(
            int depth, int inside, boolean empty, @Nullable Span value) {}

    private Place find(List<String> path) {
        JsonMapper mapper = ConfigFile.mapper();
        try (JsonParser parser = mapper.createParser(text)) {
            parser.nextToken();
            int depth = 0;
            int inside = end(parser.currentTokenLocation(), 1);
            boolean empty = true;
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                empty = false;
                boolean wanted = parser.currentName().equals(path.get(depth));
                JsonToken value = parser.nextToken();
                if (!wanted) {
                    parser.skipChildren();
                } else if (depth == path.size() - 1) {
                    if (value.isStructStart()) {
                        throw new IllegalArgumentException(String.join(".", path) + " is not a plain value");
                    }
                    return new Place(depth, inside, false, span(parser));
                } else if (value != JsonToken.START_OBJECT) {
                    throw new IllegalArgumentException(
                            String.join(".", path.subList(0, depth + 1)) + " is not an object");
                } else {
                    depth++;
                    inside = end(parser.currentTokenLocation(), 1);
                    empty = true;
                }
            }
            return new Place(depth, inside, empty, null);
        }
    }

    private static Span span(JsonParser parser) {
        int from = end(parser.currentTokenLocation(), 0);
        parser.getString(); // a string is read to its end only when somebody asks for it
        return new Span(from, end(parser.currentLocation(), 0));
    }

    private static int end(TokenStreamLocation at, int more) {
        return Math.toIntExact(at.getCharOffset()) + more;
    }
}
