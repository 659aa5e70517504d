package dev.olp.wire.chat;

import dev.olp.provider.Part;
import dev.olp.wire.ApiException;
import dev.olp.wire.IgnoredNames;
import dev.olp.wire.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The content of one message: a string, nothing, or parts. Neighbouring texts are joined by a line feed, so that a
 * string and a single part are the same chat; empty texts vanish.
 */
final class ContentReader {
    /** Whose content it is. */
    enum Place {
        SYSTEM(false),
        USER(true),
        ASSISTANT(false),
        TOOL(true);

        private final boolean images;

        Place(boolean images) {
            this.images = images;
        }
    }

    private static final Set<String> THINKING = Set.of("thinking", "redacted_thinking", "reasoning");

    private final Place place;
    private final IgnoredNames ignored;
    private final List<Part> parts = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();

    ContentReader(Place place, IgnoredNames ignored) {
        this.place = place;
        this.ignored = ignored;
    }

    /** The text of content that holds no image. */
    static String text(List<Part> parts) {
        return parts.isEmpty() || !(parts.getFirst() instanceof Part.Text text) ? "" : text.text();
    }

    List<Part> read(@Nullable JsonNode content, String path) throws ApiException {
        if (content == null) {
            return List.of();
        }
        if (content.isString()) {
            add(content.stringValue());
        } else if (content instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                String at = path + "[" + i + "]";
                part(Shape.element(array.get(i), at), at);
            }
        } else {
            throw Shape.wrong(path, "a string or an array of parts", content);
        }
        joinTexts();
        return parts;
    }

    private void part(ObjectNode part, String path) throws ApiException {
        String type = Shape.requiredString(part, "type", path + ".type");
        if (type.equals("text")) {
            text(part, "text", path);
        } else if (type.equals("image_url")) {
            image(part, path);
        } else if (place == Place.ASSISTANT && type.equals("refusal")) {
            text(part, "refusal", path);
        } else if (place != Place.ASSISTANT || !THINKING.contains(type)) {
            throw Shape.bad(path + ".type", refusal(type));
        }
    }

    private String refusal(String type) {
        String allowed = place.images ? "text or image_url" : "text";
        return switch (type) {
            case "input_audio" -> "is input_audio: no model here takes audio; send " + allowed + ".";
            case "file" -> "is file: files are not taken; send their text.";
            case "input_text", "output_text", "input_image", "input_file" ->
                "belongs to the Responses API; send " + allowed + ".";
            default -> "must be " + allowed + ".";
        };
    }

    private void text(ObjectNode part, String name, String path) throws ApiException {
        String text = Shape.string(part, name, path + "." + name);
        if (text == null) {
            throw Shape.bad(path + "." + name, "is required and must be a string.");
        }
        ignored.unknown(part, "messages[].content[].", Set.of("type", name));
        add(text);
    }

    private void image(ObjectNode part, String path) throws ApiException {
        if (!place.images) {
            throw Shape.bad(path + ".type", "is image_url: images can only stand in user and tool messages.");
        }
        Part.Image image = DataUris.read(part, path + ".image_url");
        joinTexts();
        parts.add(image);
    }

    private void add(String text) {
        if (!text.isEmpty()) {
            texts.add(text);
        }
    }

    private void joinTexts() {
        if (!texts.isEmpty()) {
            parts.add(new Part.Text(texts.size() == 1 ? texts.getFirst() : String.join("\n", texts)));
            texts.clear();
        }
    }
}
