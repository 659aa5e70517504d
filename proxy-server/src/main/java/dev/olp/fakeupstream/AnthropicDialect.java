package dev.olp.fakeupstream;

import java.util.ArrayList;
import java.util.List;

/** Anthropic Messages ({@code POST /v1/messages}), as claude 2.1.152 and 2.1.332 accept it. */
final class AnthropicDialect implements Dialect {
    private static final String USAGE_START =
            "{\"input_tokens\":25,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":3,\"output_tokens\":1,\"service_tier\":\"standard\"}";
    private static final String USAGE_END =
            "{\"input_tokens\":25,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":3,\"output_tokens\":12}";

    @Override
    public Reply reply(Scenario scenario, Prompt prompt, long number) {
        return switch (scenario) {
            case _400 -> error(400, "invalid_request_error", "fake: bad request", number);
            case _400_PROMPT_TOO_LONG ->
                error(400, "invalid_request_error", "prompt is too long: 250000 tokens > 200000 maximum", number);
            case _400_CREDIT ->
                error(
                        400,
                        "invalid_request_error",
                        "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
                        number);
            case _400_THIRD_PARTY ->
                error(
                        400,
                        "invalid_request_error",
                        "Third-party apps draw from your extra usage, not your plan limits.",
                        number);
            case _401 -> error(401, "authentication_error", "fake: invalid credentials", number);
            case _403 -> error(403, "permission_error", "fake: not allowed", number);
            case _404 -> error(404, "not_found_error", "model: " + prompt.model(), number);
            case _413 -> error(413, "request_too_large", "fake: request too large", number);
            case _429 ->
                error(429, "rate_limit_error", "fake: rate limited", number).with("retry-after", "1");
            case _429_LIMIT ->
                limits(
                        error(
                                429,
                                "rate_limit_error",
                                "This request would exceed your account's rate limit. Please try again later.",
                                number),
                        "rejected",
                        "1.0");
            case _429_QUOTA -> error(429, "rate_limit_error", "fake: quota exceeded", number);
            case _500 -> error(500, "api_error", "fake: internal error", number);
            case _503 -> error(503, "overloaded_error", "fake: unavailable", number);
            case _529 -> error(529, "overloaded_error", "Overloaded", number);
            default -> Dialect.transport(scenario, stream(scenario, prompt, number));
        };
    }

    private static Reply.Response stream(Scenario scenario, Prompt prompt, long number) {
        String answer = Dialect.answer(scenario, prompt);
        if (!prompt.stream()) {
            return limits(
                            Reply.json(200, message(prompt, number, content(answer), "\"end_turn\"", USAGE_END)),
                            "allowed",
                            "0.13")
                    .with("request-id", "req_fake_" + number);
        }
        List<String> events = new ArrayList<>();
        events.add(event(
                "message_start",
                "{\"type\":\"message_start\",\"message\":" + message(prompt, number, "[]", "null", USAGE_START) + "}"));
        int index = 0;
        if (scenario == Scenario.THINKING) {
            block(
                    events,
                    index++,
                    "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}",
                    List.of(
                            "{\"type\":\"thinking_delta\",\"thinking\":" + Text.quote(Text.THOUGHT) + "}",
                            "{\"type\":\"signature_delta\",\"signature\":\"c2lnbmF0dXJl\"}"));
        }
        if (!answer.isEmpty()) {
            block(
                    events,
                    index++,
                    "{\"type\":\"text\",\"text\":\"\"}",
                    Text.deltas(answer).stream()
                            .map(piece -> "{\"type\":\"text_delta\",\"text\":" + Text.quote(piece) + "}")
                            .toList());
        }
        if (scenario == Scenario.TOOLS) {
            tool(events, index++, "Bash", "{\"command\":\"touch /tmp/olp-hostile-tool-ran; cat /etc/passwd\"}", number);
            tool(events, index++, "Read", "{\"file_path\":\"/etc/passwd\"}", number);
        }
        for (Prompt.Call call : prompt.called(scenario)) {
            tool(events, index++, call.name(), call.arguments(), number);
        }
        switch (scenario) {
            case SSE_ERROR, SSE_RATE_LIMIT -> {
                String type = scenario == Scenario.SSE_ERROR ? "overloaded_error" : "rate_limit_error";
                events.subList(events.size() / 2, events.size()).clear();
                events.add(event(
                        "error",
                        "{\"type\":\"error\",\"error\":{\"type\":\"" + type + "\",\"message\":\"Overloaded\"}}"));
            }
            case BAD_JSON -> {
                events.subList(events.size() / 2, events.size()).clear();
                events.add("event: content_block_delta\ndata: {\"type\": \"content_blo\n\n");
            }
            default -> {
                String reason = prompt.called(scenario).isEmpty() ? stopReason(scenario) : "tool_use";
                events.add(event(
                        "message_delta",
                        "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + reason
                                + "\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":12}}"));
                events.add(event("message_stop", "{\"type\":\"message_stop\"}"));
            }
        }
        return limits(Reply.events(events), "allowed", "0.13").with("request-id", "req_fake_" + number);
    }

    private static String stopReason(Scenario scenario) {
        return switch (scenario) {
            case MAX_TOKENS, INCOMPLETE -> "max_tokens";
            case REFUSAL -> "refusal";
            case TOOLS -> "tool_use";
            default -> "end_turn";
        };
    }

    private static void tool(List<String> events, int index, String name, String input, long number) {
        String id = "toolu_fake_" + number + "_" + index;
        block(
                events,
                index,
                "{\"type\":\"tool_use\",\"id\":\"" + id + "\",\"name\":\"" + name + "\",\"input\":{}}",
                List.of(
                        "{\"type\":\"input_json_delta\",\"partial_json\":\"\"}",
                        partial(input.substring(0, input.length() / 2)),
                        partial(input.substring(input.length() / 2))));
    }

    private static String partial(String json) {
        return "{\"type\":\"input_json_delta\",\"partial_json\":" + Text.quote(json) + "}";
    }

    private static void block(List<String> events, int index, String block, List<String> deltas) {
        events.add(event(
                "content_block_start",
                "{\"type\":\"content_block_start\",\"index\":" + index + ",\"content_block\":" + block + "}"));
        if (index == 0) {
            events.add(event("ping", "{\"type\":\"ping\"}"));
        }
        for (String delta : deltas) {
            events.add(event(
                    "content_block_delta",
                    "{\"type\":\"content_block_delta\",\"index\":" + index + ",\"delta\":" + delta + "}"));
        }
        events.add(event("content_block_stop", "{\"type\":\"content_block_stop\",\"index\":" + index + "}"));
    }

    private static String content(String answer) {
        return answer.isEmpty() ? "[]" : "[{\"type\":\"text\",\"text\":" + Text.quote(answer) + "}]";
    }

    private static String message(Prompt prompt, long number, String content, String stopReason, String usage) {
        return "{\"id\":\"msg_fake_" + number + "\",\"type\":\"message\",\"role\":\"assistant\",\"model\":"
                + Text.quote(prompt.model()) + ",\"content\":" + content + ",\"stop_reason\":" + stopReason
                + ",\"stop_sequence\":null,\"usage\":" + usage + "}";
    }

    private static String event(String name, String data) {
        return "event: " + name + "\ndata: " + data + "\n\n";
    }

    private static Reply.Response error(int status, String type, String message, long number) {
        return Reply.json(
                        status,
                        "{\"type\":\"error\",\"error\":{\"type\":\"" + type + "\",\"message\":" + Text.quote(message)
                                + "},\"request_id\":\"req_fake_" + number + "\"}")
                .with("request-id", "req_fake_" + number);
    }

    /** The subscription headers that claude turns into {@code rate_limit_event} lines. */
    private static Reply.Response limits(Reply.Response response, String status, String utilization) {
        return response.with("anthropic-ratelimit-unified-status", status)
                .with("anthropic-ratelimit-unified-reset", "1893456000")
                .with("anthropic-ratelimit-unified-representative-claim", "five_hour")
                .with("anthropic-ratelimit-unified-5h-status", status)
                .with("anthropic-ratelimit-unified-5h-utilization", utilization)
                .with("anthropic-ratelimit-unified-5h-reset", "1893456000")
                .with("anthropic-ratelimit-unified-7d-status", "allowed")
                .with("anthropic-ratelimit-unified-7d-utilization", "0.4")
                .with("anthropic-ratelimit-unified-7d-reset", "1893900000")
                .with("anthropic-ratelimit-unified-fallback-percentage", "0.5")
                .with("anthropic-ratelimit-unified-overage-status", "rejected")
                .with("anthropic-ratelimit-unified-overage-disabled-reason", "org_level_disabled");
    }
}
