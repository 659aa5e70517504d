package dev.olp.wire.messages;

import dev.olp.provider.Part;
import dev.olp.provider.Thought;
import dev.olp.provider.Turn;
import dev.olp.wire.ApiException;
import dev.olp.wire.IgnoredNames;
import dev.olp.wire.InlineImage;
import dev.olp.wire.OpenCalls;
import dev.olp.wire.SealedThought;
import dev.olp.wire.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The content of one message, a string or blocks. Empty texts vanish; others stay blocks of their own. */
public final class BlocksReader {
    /** What thoughts that are left out are named. */
    public static final String THOUGHTS = "messages[].content[].thinking";

    private static final Set<String> KNOWN_OF_TEXT = Set.of("type", "text");
    private static final Set<String> KNOWN_OF_IMAGE = Set.of("type", "source");
    private static final Set<String> KNOWN_OF_RESULT = Set.of("type", "tool_use_id", "content", "is_error");
    private static final Set<String> KNOWN_OF_THOUGHT = Set.of("type", "thinking", "signature");
    private static final Set<String> KNOWN_OF_REDACTED = Set.of("type", "data");
    private static final Set<String> KNOWN_OF_CALL = Set.of("type", "id", "name", "input");

    /** How Claude Code begins a system text that is meant for Anthropic's servers and not for the model. */
    private static final String BILLING = "x-anthropic-billing-header:";

    private final OpenCalls open;
    private final IgnoredNames ignored;
    private final List<String> texts = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();
    private final List<Turn.Tool> results = new ArrayList<>();
    private final List<Turn.Said> said = new ArrayList<>();
    private final Set<String> loaded = new HashSet<>();

    BlocksReader(OpenCalls open, IgnoredNames ignored) {
        this.open = open;
        this.ignored = ignored;
    }

    /** Of {@code system}, or a message of that role: a string, or text blocks. */
    static List<String> system(@Nullable JsonNode system, String path, IgnoredNames ignored) throws ApiException {
        BlocksReader blocks = new BlocksReader(new OpenCalls(), ignored);
        blocks.each(system, path, blocks::text);
        if (blocks.texts.removeIf(text -> text.startsWith(BILLING))) {
            ignored.add("system.x-anthropic-billing-header");
        }
        return List.copyOf(blocks.texts);
    }

    List<Part> parts() {
        return parts;
    }

    List<Turn.Tool> results() {
        return results;
    }

    /** Of an assistant, in order. */
    List<Turn.Said> said() {
        return said;
    }

    /** The names of tools that a result has loaded: they may be called from now on. */
    Set<String> loaded() {
        return loaded;
    }

    void user(@Nullable JsonNode content, String path) throws ApiException {
        each(content, path, (block, at) -> {
            if (Shape.requiredString(block, "type", at + ".type").equals("tool_result")) {
                result(block, at);
            } else {
                said(block, at);
            }
        });
    }

    void assistant(@Nullable JsonNode content, String path) throws ApiException {
        each(content, path, (block, at) -> {
            switch (Shape.requiredString(block, "type", at + ".type")) {
                case "text" -> text(block, at);
                case "tool_use" -> call(block, at);
                case "thinking" -> thought(block, at);
                case "redacted_thinking" -> redacted(block, at);
                default ->
                    throw Shape.unsupported(
                            at + ".type", "An assistant message holds text, tool_use and thinking blocks here.");
            }
        });
    }

    /** What is done with a block. */
    @FunctionalInterface
    private interface Reading {
        void read(ObjectNode block, String path) throws ApiException;
    }

    private void each(@Nullable JsonNode content, String path, Reading reading) throws ApiException {
        if (content == null) {
            return;
        }
        if (content.isString()) {
            add(content.stringValue());
        } else if (content instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                String at = path + "[" + i + "]";
                reading.read(Shape.element(array.get(i), at), at);
            }
        } else {
            throw Shape.wrong(path, "a string or an array of blocks", content);
        }
    }

    /** Of a tool. */
    private void told(ObjectNode block, String path) throws ApiException {
        if (Shape.requiredString(block, "type", path + ".type").equals("tool_reference")) {
            String name = Shape.requiredString(block, "tool_name", path + ".tool_name");
            ignored.unknown(block, "content[].", Set.of("type", "tool_name"));
            loaded.add(name);
            add("The tool " + name + " can be called now.");
        } else {
            said(block, path);
        }
    }

    /** Of a user or of a tool. */
    private void said(ObjectNode block, String path) throws ApiException {
        String type = Shape.requiredString(block, "type", path + ".type");
        switch (type) {
            case "text" -> text(block, path);
            case "image" -> image(block, path);
            case "document", "search_result", "container_upload" ->
                throw Shape.unsupported(path + ".type", type + " blocks are not supported; send their text.");
            default -> throw Shape.bad(path + ".type", "must be text, image or tool_result.");
        }
    }

    private void text(ObjectNode block, String path) throws ApiException {
        if (!Shape.requiredString(block, "type", path + ".type").equals("text")) {
            throw Shape.bad(path + ".type", "must be text.");
        }
        String text = Shape.string(block, "text", path + ".text");
        if (text == null) {
            throw Shape.bad(path + ".text", "is required and must be a string.");
        }
        ignored.unknown(block, "content[].", KNOWN_OF_TEXT);
        add(text);
    }

    private void image(ObjectNode block, String path) throws ApiException {
        ignored.unknown(block, "content[].", KNOWN_OF_IMAGE);
        ObjectNode source = Shape.object(block, "source", path + ".source");
        if (source == null) {
            throw Shape.bad(path + ".source", "is required and must be an object.");
        }
        String type = Shape.requiredString(source, "type", path + ".source.type");
        if (!type.equals("base64")) {
            throw Shape.unsupported(path + ".source.type", "Send images as base64: remote ones are not fetched.");
        }
        String mediaType = Shape.requiredString(source, "media_type", path + ".source.media_type");
        String data = Shape.requiredString(source, "data", path + ".source.data");
        parts.add(InlineImage.of(mediaType, data, path + ".source"));
    }

    private void result(ObjectNode block, String path) throws ApiException {
        ignored.unknown(block, "content[].", KNOWN_OF_RESULT);
        String asked = Shape.requiredString(block, "tool_use_id", path + ".tool_use_id");
        String id = open.answer(asked, path + ".tool_use_id");
        BlocksReader inner = new BlocksReader(open, ignored);
        inner.each(Shape.field(block, "content"), path + ".content", inner::told);
        loaded.addAll(inner.loaded);
        results.add(new Turn.Tool(id, inner.parts, Shape.flag(block, "is_error", path + ".is_error")));
    }

    private void thought(ObjectNode block, String path) throws ApiException {
        ignored.unknown(block, "content[].", KNOWN_OF_THOUGHT);
        String text = Shape.string(block, "thinking", path + ".thinking");
        String signature = Shape.string(block, "signature", path + ".signature");
        take(SealedThought.taken(Thought.ANTHROPIC, text == null ? "" : text, signature == null ? "" : signature));
    }

    private void redacted(ObjectNode block, String path) throws ApiException {
        ignored.unknown(block, "content[].", KNOWN_OF_REDACTED);
        take(new Thought(Thought.ANTHROPIC_REDACTED, "", Shape.requiredString(block, "data", path + ".data")));
    }

    /** One that has no seal is of no use to any provider. */
    private void take(Thought thought) {
        if (thought.kind().equals(Thought.UNSEALED)) {
            ignored.add(THOUGHTS);
        } else {
            said.add(thought);
        }
    }

    private void call(ObjectNode block, String path) throws ApiException {
        ignored.unknown(block, "content[].", KNOWN_OF_CALL);
        String id = Shape.requiredString(block, "id", path + ".id");
        String name = Shape.requiredString(block, "name", path + ".name");
        ObjectNode input = Shape.object(block, "input", path + ".input");
        if (input == null) {
            throw Shape.bad(path + ".input", "is required and must be an object.");
        }
        said.add(new Turn.ToolCall(open.open(id, name, path + ".id"), name, input.toString()));
    }

    private void add(String text) {
        if (!text.isEmpty()) {
            texts.add(text);
            parts.add(new Part.Text(text));
            said.add(new Part.Text(text));
        }
    }
}
