package dev.olp.fakeupstream;

import java.util.ArrayList;
import java.util.List;

/** OpenAI Responses ({@code POST …/responses}, server-sent events), as codex 0.133.0 and 0.171.0 accept it. */
final class ResponsesDialect implements Dialect {
    private static final String USAGE =
            "{\"input_tokens\":100,\"input_tokens_details\":{\"cached_tokens\":20},\"output_tokens\":15,\"output_tokens_details\":{\"reasoning_tokens\":5},\"total_tokens\":115}";

    @Override
    public Reply reply(Scenario scenario, Prompt prompt, long number) {
        return switch (scenario) {
            case _400 -> error(400, "invalid_request_error", "null", "fake: bad request");
            case _400_PROMPT_TOO_LONG ->
                error(
                        400,
                        "invalid_request_error",
                        "\"context_length_exceeded\"",
                        "Your input exceeds the context window of this model. Please adjust your input and try again.");
            case _400_CREDIT, _400_THIRD_PARTY, _429_QUOTA ->
                error(
                        429,
                        "insufficient_quota",
                        "\"insufficient_quota\"",
                        "You exceeded your current quota, please check your plan and billing details.");
            case _401 -> error(401, "invalid_request_error", "\"invalid_api_key\"", "fake: incorrect API key");
            case _403 -> error(403, "invalid_request_error", "\"forbidden\"", "fake: not allowed");
            case _404 ->
                error(
                        404,
                        "invalid_request_error",
                        "\"model_not_found\"",
                        "The model does not exist or you do not have access to it.");
            case _413 -> error(413, "invalid_request_error", "null", "fake: request too large");
            case _429 ->
                error(429, "requests", "\"rate_limit_exceeded\"", "fake: rate limited")
                        .with("retry-after", "1");
            case _429_LIMIT ->
                limits(
                        Reply.json(
                                429,
                                "{\"error\":{\"type\":\"usage_limit_reached\",\"message\":\"The usage limit has been reached\",\"plan_type\":\"plus\",\"resets_at\":1893456000,\"resets_in_seconds\":3600}}"),
                        "100");
            case _500 -> error(500, "server_error", "null", "fake: internal error");
            case _503 -> error(503, "service_unavailable_error", "\"server_is_overloaded\"", "fake: overloaded");
            case _529 -> error(529, "server_error", "null", "fake: overloaded");
            default -> Dialect.transport(scenario, stream(scenario, prompt, number));
        };
    }

    private static Reply.Response stream(Scenario scenario, Prompt prompt, long number) {
        Events events = new Events();
        String response = "\"id\":\"resp_fake_" + number
                + "\",\"object\":\"response\",\"created_at\":1767225600,\"model\":" + Text.quote(prompt.model());
        events.add("response.created", "\"response\":{" + response + ",\"status\":\"in_progress\",\"output\":[]}");
        events.add("response.in_progress", "\"response\":{" + response + ",\"status\":\"in_progress\",\"output\":[]}");
        List<String> output = new ArrayList<>();
        if (scenario == Scenario.THINKING) {
            output.add(events.reasoning(output.size()));
        }
        String answer = Dialect.answer(scenario, prompt);
        if (!answer.isEmpty()) {
            output.add(events.message(output.size(), answer));
        }
        if (scenario == Scenario.TOOLS) {
            output.add(events.call(
                    output.size(), "exec_command", "{\"cmd\":\"touch /tmp/olp-hostile-tool-ran; cat /etc/passwd\"}"));
            output.add(events.call(output.size(), "shell", "{\"command\":[\"cat\",\"/etc/passwd\"]}"));
        }
        for (Prompt.Call call : prompt.called(scenario)) {
            output.add(events.call(output.size(), call.name(), call.arguments()));
        }
        String items = "\"output\":[" + String.join(",", output) + "]";
        switch (scenario) {
            case SSE_ERROR, SSE_RATE_LIMIT -> {
                events.dropSecondHalf();
                String code = scenario == Scenario.SSE_ERROR ? "server_is_overloaded" : "rate_limit_exceeded";
                events.add(
                        "response.failed",
                        "\"response\":{" + response + ",\"status\":\"failed\",\"error\":{\"code\":\"" + code
                                + "\",\"message\":\"fake: " + code + "\"},\"output\":[]}");
            }
            case BAD_JSON -> {
                events.dropSecondHalf();
                events.list.add("event: response.output_text.delta\ndata: {\"type\": \"response.outp\n\n");
            }
            case MAX_TOKENS, INCOMPLETE, REFUSAL -> {
                String reason = scenario == Scenario.REFUSAL ? "content_filter" : "max_output_tokens";
                events.add(
                        "response.incomplete",
                        "\"response\":{" + response + ",\"status\":\"incomplete\",\"incomplete_details\":{\"reason\":\""
                                + reason + "\"}," + items + ",\"usage\":" + USAGE + "}");
            }
            default ->
                events.add(
                        "response.completed",
                        "\"response\":{" + response + ",\"status\":\"completed\"," + items + ",\"usage\":" + USAGE
                                + "}");
        }
        return limits(Reply.events(events.list), "13").with("x-request-id", "req_fake_" + number);
    }

    private static Reply.Response error(int status, String type, String code, String message) {
        return Reply.json(
                status,
                "{\"error\":{\"message\":" + Text.quote(message) + ",\"type\":\"" + type + "\",\"param\":null,\"code\":"
                        + code + "}}");
    }

    /** The headers that codex turns into {@code account/rateLimits/updated}. */
    private static Reply.Response limits(Reply.Response response, String percent) {
        return response.with("x-codex-primary-used-percent", percent)
                .with("x-codex-primary-window-minutes", "300")
                .with("x-codex-primary-reset-at", "1893456000")
                .with("x-codex-secondary-used-percent", "40")
                .with("x-codex-secondary-window-minutes", "10080")
                .with("x-codex-secondary-reset-at", "1893900000");
    }

    /** The events of one response; each item method returns the finished item. */
    private static final class Events {
        private final List<String> list = new ArrayList<>();

        void add(String type, String rest) {
            list.add("event: " + type + "\ndata: {\"type\":\"" + type + "\",\"sequence_number\":" + list.size() + ","
                    + rest + "}\n\n");
        }

        void dropSecondHalf() {
            list.subList(list.size() / 2, list.size()).clear();
        }

        String message(int index, String answer) {
            String id = "msg_" + (index + 1);
            String at = "\"item_id\":\"" + id + "\",\"output_index\":" + index + ",\"content_index\":0";
            String part = "{\"type\":\"output_text\",\"text\":" + Text.quote(answer) + ",\"annotations\":[]}";
            String item = "{\"type\":\"message\",\"id\":\"" + id
                    + "\",\"role\":\"assistant\",\"status\":\"completed\",\"content\":[" + part + "]}";
            add(
                    "response.output_item.added",
                    "\"output_index\":" + index + ",\"item\":{\"type\":\"message\",\"id\":\"" + id
                            + "\",\"role\":\"assistant\",\"status\":\"in_progress\",\"content\":[]}");
            add(
                    "response.content_part.added",
                    at + ",\"part\":{\"type\":\"output_text\",\"text\":\"\",\"annotations\":[]}");
            for (String piece : Text.deltas(answer)) {
                add("response.output_text.delta", at + ",\"delta\":" + Text.quote(piece));
            }
            add("response.output_text.done", at + ",\"text\":" + Text.quote(answer));
            add("response.content_part.done", at + ",\"part\":" + part);
            add("response.output_item.done", "\"output_index\":" + index + ",\"item\":" + item);
            return item;
        }

        String reasoning(int index) {
            String id = "rs_" + (index + 1);
            String at = "\"item_id\":\"" + id + "\",\"output_index\":" + index + ",\"summary_index\":0";
            String text = Text.quote("**Thinking** about it");
            String part = "{\"type\":\"summary_text\",\"text\":" + text + "}";
            String item = "{\"type\":\"reasoning\",\"id\":\"" + id + "\",\"summary\":[" + part
                    + "],\"encrypted_content\":\"ZmFrZQ==\"}";
            add(
                    "response.output_item.added",
                    "\"output_index\":" + index + ",\"item\":{\"type\":\"reasoning\",\"id\":\"" + id
                            + "\",\"summary\":[]}");
            add("response.reasoning_summary_part.added", at + ",\"part\":{\"type\":\"summary_text\",\"text\":\"\"}");
            add("response.reasoning_summary_text.delta", at + ",\"delta\":" + text);
            add("response.reasoning_summary_text.done", at + ",\"text\":" + text);
            add("response.reasoning_summary_part.done", at + ",\"part\":" + part);
            add("response.output_item.done", "\"output_index\":" + index + ",\"item\":" + item);
            return item;
        }

        String call(int index, String name, String arguments) {
            String id = "fc_" + (index + 1);
            String item = "{\"type\":\"function_call\",\"id\":\"" + id + "\",\"call_id\":\"call_fake_" + index
                    + "\",\"name\":\"" + name + "\",\"arguments\":" + Text.quote(arguments)
                    + ",\"status\":\"completed\"}";
            add(
                    "response.output_item.added",
                    "\"output_index\":" + index + ",\"item\":{\"type\":\"function_call\",\"id\":\"" + id
                            + "\",\"call_id\":\"call_fake_" + index + "\",\"name\":\"" + name
                            + "\",\"arguments\":\"\",\"status\":\"in_progress\"}");
            add(
                    "response.function_call_arguments.done",
                    "\"item_id\":\"" + id + "\",\"output_index\":" + index + ",\"arguments\":" + Text.quote(arguments));
            add("response.output_item.done", "\"output_index\":" + index + ",\"item\":" + item);
            return item;
        }
    }
}
