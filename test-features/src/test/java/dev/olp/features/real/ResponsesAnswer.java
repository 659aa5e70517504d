package dev.olp.features.real;

import dev.olp.fakeupstream.Reply;
import dev.olp.features.support.Bodies;
import java.util.ArrayList;
import java.util.List;

/** An answer of OpenAI's Responses. */
final class ResponsesAnswer implements ModelAnswer {
    private static final String USAGE = "{\"input_tokens\":100,\"input_tokens_details\":{\"cached_tokens\":20},"
            + "\"output_tokens\":15,\"output_tokens_details\":{\"reasoning_tokens\":5},\"total_tokens\":115}";

    private final List<String> events = new ArrayList<>();
    private final List<String> items = new ArrayList<>();

    ResponsesAnswer() {
        add("response.created", "\"response\":{\"id\":\"resp_1\",\"status\":\"in_progress\",\"output\":[]}");
    }

    @Override
    public ModelAnswer says(String text) {
        String id = "msg_" + items.size();
        String at = "\"output_index\":" + items.size();
        String part = "{\"type\":\"output_text\",\"text\":" + Bodies.quote(text) + ",\"annotations\":[]}";
        add("response.output_item.added", at + ",\"item\":" + message(id, "in_progress", ""));
        add(
                "response.output_text.delta",
                at + ",\"item_id\":\"" + id + "\",\"content_index\":0,\"delta\":" + Bodies.quote(text));
        return done(message(id, "completed", part));
    }

    @Override
    public ModelAnswer calls(String id, String name, String arguments) {
        return done("{\"type\":\"function_call\",\"id\":\"fc_" + items.size()
                + "\",\"status\":\"completed\",\"call_id\":"
                + Bodies.quote(id) + ",\"name\":" + Bodies.quote(name) + ",\"arguments\":" + Bodies.quote(arguments)
                + "}");
    }

    @Override
    public Reply whole() {
        add(
                "response.completed",
                "\"response\":{\"id\":\"resp_1\",\"status\":\"completed\",\"output\":[" + String.join(",", items)
                        + "],\"usage\":" + USAGE + "}");
        return Reply.events(events);
    }

    @Override
    public Reply cut() {
        return Reply.events(events);
    }

    private ResponsesAnswer done(String item) {
        add("response.output_item.done", "\"output_index\":" + items.size() + ",\"item\":" + item);
        items.add(item);
        return this;
    }

    private void add(String type, String rest) {
        events.add("event: " + type + "\ndata: {\"type\":\"" + type + "\",\"sequence_number\":" + events.size() + ","
                + rest + "}\n\n");
    }

    private static String message(String id, String status, String content) {
        return "{\"type\":\"message\",\"id\":\"" + id + "\",\"role\":\"assistant\",\"status\":\"" + status
                + "\",\"content\":[" + content + "]}";
    }
}
