package dev.olp.wire.responses;

import dev.olp.wire.SurrogateJoiner;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** An item of the output while it comes: the events that begin it, add to it and end it. */
final class OpenItem {
    private final ResponseEvents events;
    private OutputItem.Kind kind;
    private final String id;
    private final int index;
    private final StringBuilder content = new StringBuilder();
    private final SurrogateJoiner joiner = new SurrogateJoiner();

    /** @param index of the item in the output */
    OpenItem(ResponseEvents events, OutputItem.Kind kind, String id, int index) {
        this.events = events;
        this.kind = kind;
        this.id = id;
        this.index = index;
    }

    OutputItem.Kind kind() {
        return kind;
    }

    void begin(ByteArrayOutputStream frames) {
        events.add(frames, "response.output_item.added", json -> {
            json.writeNumberProperty("output_index", index);
            json.writeName("item");
            new OutputItem(kind, id, "").write(json, ItemStatus.IN_PROGRESS, false);
        });
        if (isMessage()) {
            part(frames, "added", "");
        }
    }

    /** Of a reasoning. */
    void seal(OutputItem.Reasoning sealed) {
        kind = sealed;
    }

    void more(ByteArrayOutputStream frames, String delta) {
        piece(frames, joiner.feed(delta));
    }

    /** Ends it. */
    OutputItem end(ByteArrayOutputStream frames, ItemStatus status) {
        piece(frames, joiner.flush());
        String whole = content.toString();
        switch (kind) {
            case OutputItem.Message _ ->
                event(frames, "response.output_text.done", json -> {
                    json.writeStringProperty("text", whole);
                    writeNoLogprobs(json);
                });
            case OutputItem.Refusal _ ->
                event(frames, "response.refusal.done", json -> json.writeStringProperty("refusal", whole));
            case OutputItem.Reasoning _ -> {
                if (!whole.isEmpty()) {
                    event(
                            frames,
                            "response.reasoning_summary_text.done",
                            json -> json.writeStringProperty("text", whole));
                }
            }
            case OutputItem.Call call -> endCall(frames, call.tool(), whole);
        }
        if (isMessage() || !whole.isEmpty()) {
            part(frames, "done", whole);
        }
        OutputItem item = new OutputItem(kind, id, whole);
        events.add(frames, "response.output_item.done", json -> {
            json.writeNumberProperty("output_index", index);
            json.writeName("item");
            item.write(json, status, true);
        });
        return item;
    }

    private void endCall(ByteArrayOutputStream frames, ClientTool tool, String whole) {
        if (tool.custom()) {
            // its text stands inside an object, which is read once it is whole
            String input = FreeText.of(whole);
            event(frames, "response.custom_tool_call_input.delta", json -> json.writeStringProperty("delta", input));
            event(frames, "response.custom_tool_call_input.done", json -> json.writeStringProperty("input", input));
        } else {
            event(frames, "response.function_call_arguments.done", json -> {
                json.writeStringProperty("name", tool.name());
                json.writeStringProperty("arguments", whole);
            });
        }
    }

    private void piece(ByteArrayOutputStream frames, String text) {
        if (text.isEmpty()) {
            return;
        }
        if (content.isEmpty() && kind instanceof OutputItem.Reasoning) {
            part(frames, "added", "");
        }
        content.append(text);
        switch (kind) {
            case OutputItem.Message _ ->
                event(frames, "response.output_text.delta", json -> {
                    json.writeStringProperty("delta", text);
                    writeNoLogprobs(json);
                });
            case OutputItem.Refusal _ ->
                event(frames, "response.refusal.delta", json -> json.writeStringProperty("delta", text));
            case OutputItem.Reasoning _ ->
                event(frames, "response.reasoning_summary_text.delta", json -> json.writeStringProperty("delta", text));
            case OutputItem.Call call -> {
                if (!call.tool().custom()) {
                    event(
                            frames,
                            "response.function_call_arguments.delta",
                            json -> json.writeStringProperty("delta", text));
                }
            }
        }
    }

    /** The one part of a message or a reasoning; a call has none. */
    private void part(ByteArrayOutputStream frames, String what, String text) {
        switch (kind) {
            case OutputItem.Message _, OutputItem.Refusal _ ->
                event(frames, "response.content_part." + what, json -> {
                    json.writeName("part");
                    new OutputItem(kind, id, text).writePart(json);
                });
            case OutputItem.Reasoning _ ->
                event(frames, "response.reasoning_summary_part." + what, json -> {
                    json.writeName("part");
                    OutputItem.writeSummary(json, text);
                });
            case OutputItem.Call _ -> {
                // its arguments are not a part
            }
        }
    }

    private void event(ByteArrayOutputStream frames, String type, Consumer<JsonGenerator> rest) {
        events.add(frames, type, json -> {
            json.writeStringProperty("item_id", id);
            json.writeNumberProperty("output_index", index);
            switch (kind) {
                case OutputItem.Message _, OutputItem.Refusal _ -> json.writeNumberProperty("content_index", 0);
                case OutputItem.Reasoning _ -> json.writeNumberProperty("summary_index", 0);
                case OutputItem.Call _ -> {
                    // nothing to count
                }
            }
            rest.accept(json);
        });
    }

    private boolean isMessage() {
        return kind instanceof OutputItem.Message || kind instanceof OutputItem.Refusal;
    }

    private static void writeNoLogprobs(JsonGenerator json) {
        json.writeArrayPropertyStart("logprobs");
        json.writeEndArray();
    }
}
