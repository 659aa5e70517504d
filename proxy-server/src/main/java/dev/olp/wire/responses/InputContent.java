package dev.olp.wire.responses;

import dev.olp.provider.Part;
import dev.olp.wire.ApiException;
import dev.olp.wire.IgnoredNames;
import dev.olp.wire.Shape;
import dev.olp.wire.chat.DataUris;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The content of a message, or the output of a call: a string, or parts. Each stays a part of its own; empty texts vanish. */
final class InputContent {
    private static final Set<String> KNOWN_OF_TEXT = Set.of("type", "text", "annotations", "logprobs");
    private static final Set<String> KNOWN_OF_IMAGE = Set.of("type", "image_url", "file_id", "detail");

    private final IgnoredNames ignored;
    private final List<Part> parts = new ArrayList<>();

    private InputContent(IgnoredNames ignored) {
        this.ignored = ignored;
    }

    /** Of a user or a tool: texts and images. */
    static List<Part> parts(@Nullable JsonNode content, String path, IgnoredNames ignored) throws ApiException {
        InputContent reading = new InputContent(ignored);
        reading.read(content, path, true);
        return reading.parts;
    }

    /** Of whoever can only speak; pieces are joined by a line feed. */
    static String text(@Nullable JsonNode content, String path, IgnoredNames ignored) throws ApiException {
        InputContent reading = new InputContent(ignored);
        reading.read(content, path, false);
        List<String> texts = new ArrayList<>();
        for (Part part : reading.parts) {
            if (part instanceof Part.Text(String text)) {
                texts.add(text);
            }
        }
        return String.join("\n", texts);
    }

    private void read(@Nullable JsonNode content, String path, boolean images) throws ApiException {
        if (content == null) {
            return;
        }
        if (content.isString()) {
            add(content.stringValue());
        } else if (content instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                String at = path + "[" + i + "]";
                part(Shape.element(array.get(i), at), at, images);
            }
        } else {
            throw Shape.wrong(path, "a string or an array of parts", content);
        }
    }

    private void part(ObjectNode part, String path, boolean images) throws ApiException {
        String type = Shape.requiredString(part, "type", path + ".type");
        switch (type) {
            case "input_text", "output_text", "text" -> text(part, "text", path);
            case "refusal" -> text(part, "refusal", path);
            case "input_image" -> {
                if (!images) {
                    throw Shape.bad(
                            path + ".type", "is input_image: images can only stand in user messages and outputs.");
                }
                image(part, path);
            }
            case "input_file" ->
                throw Shape.unsupported(path + ".type", "Files are not taken; send their text as input_text.");
            case "input_audio" -> throw Shape.unsupported(path + ".type", "No model here takes audio; send its text.");
            default -> throw Shape.bad(path + ".type", "must be input_text, input_image or output_text.");
        }
    }

    private void text(ObjectNode part, String name, String path) throws ApiException {
        String text = Shape.string(part, name, path + "." + name);
        if (text == null) {
            throw Shape.bad(path + "." + name, "is required and must be a string.");
        }
        if (name.equals("text")) {
            ignored.unknown(part, "input[].content[].", KNOWN_OF_TEXT);
        }
        add(text);
    }

    private void image(ObjectNode part, String path) throws ApiException {
        if (Shape.field(part, "file_id") != null) {
            throw Shape.unsupported(path + ".file_id", "Send the image itself as a data URI in 'image_url'.");
        }
        JsonNode detail = Shape.field(part, "detail");
        if (detail != null && !(detail.isString() && detail.stringValue().equals("auto"))) {
            ignored.add("input[].content[].detail");
        }
        ignored.unknown(part, "input[].content[].", KNOWN_OF_IMAGE);
        parts.add(DataUris.image(Shape.requiredString(part, "image_url", path + ".image_url"), path + ".image_url"));
    }

    private void add(String text) {
        if (!text.isEmpty()) {
            parts.add(new Part.Text(text));
        }
    }
}
