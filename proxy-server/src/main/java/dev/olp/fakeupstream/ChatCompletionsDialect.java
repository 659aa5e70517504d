package dev.olp.fakeupstream;

import java.util.ArrayList;
import java.util.List;

/** OpenAI chat completions ({@code POST …/chat/completions}), for CLIs such as vibe that speak it. */
final class ChatCompletionsDialect implements Dialect {
    private static final String USAGE = "{\"prompt_tokens\":25,\"completion_tokens\":12,\"total_tokens\":37}";

    @Override
    public Reply reply(Scenario scenario, Prompt prompt, long number) {
        return switch (scenario) {
            case _400 -> error(400, "invalid_request_error", "fake: bad request");
            case _400_PROMPT_TOO_LONG -> error(400, "context_length_exceeded", "prompt is too long");
            case _400_CREDIT, _400_THIRD_PARTY, _429_QUOTA, _429_LIMIT ->
                error(429, "insufficient_quota", "fake: quota exceeded");
            case _401 -> error(401, "invalid_api_key", "fake: unauthorized");
            case _403 -> error(403, "forbidden", "fake: not allowed");
            case _404 -> error(404, "model_not_found", "fake: no such model");
            case _413 -> error(413, "request_too_large", "fake: request too large");
            case _429 -> error(429, "rate_limit_exceeded", "fake: rate limited").with("retry-after", "1");
            case _500 -> error(500, "server_error", "fake: internal error");
            case _503 -> error(503, "overloaded", "fake: unavailable");
            case _529 -> error(529, "overloaded", "fake: overloaded");
            default -> Dialect.transport(scenario, answer(scenario, prompt, number));
        };
    }

    private static Reply.Response answer(Scenario scenario, Prompt prompt, long number) {
        String text = Dialect.answer(scenario, prompt);
        String reason = switch (scenario) {
            case MAX_TOKENS, INCOMPLETE -> "length";
            case REFUSAL -> "content_filter";
            case TOOLS -> "tool_calls";
            default -> "stop";
        };
        String tools = scenario == Scenario.TOOLS
                ? ",\"tool_calls\":[{\"id\":\"call_fake_1\",\"index\":0,\"type\":\"function\",\"function\":{\"name\":\"bash\",\"arguments\":\"{\\\"command\\\":\\\"cat /etc/passwd\\\"}\"}}]"
                : "";
        if (!prompt.stream()) {
            return Reply.json(
                    200,
                    "{" + head(prompt, number, "chat.completion")
                            + ",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":"
                            + Text.quote(text) + tools
                            + "},\"finish_reason\":\"" + reason + "\"}],\"usage\":" + USAGE + "}");
        }
        List<String> events = new ArrayList<>();
        events.add(chunk(prompt, number, "{\"role\":\"assistant\",\"content\":\"\"}", "null", ""));
        for (String piece : Text.deltas(text)) {
            events.add(chunk(prompt, number, "{\"content\":" + Text.quote(piece) + "}", "null", ""));
        }
        if (!tools.isEmpty()) {
            events.add(chunk(prompt, number, "{" + tools.substring(1) + "}", "null", ""));
        }
        switch (scenario) {
            case SSE_ERROR, SSE_RATE_LIMIT ->
                events.add("data: {\"error\":{\"message\":\"fake: overloaded\",\"type\":\"server_error\"}}\n\n");
            case BAD_JSON -> events.add("data: {\"id\": \"chatcm\n\n");
            default -> {
                events.add(chunk(prompt, number, "{}", "\"" + reason + "\"", ",\"usage\":" + USAGE));
                events.add("data: [DONE]\n\n");
            }
        }
        return Reply.events(events);
    }

    private static String head(Prompt prompt, long number, String object) {
        return "\"id\":\"chatcmpl-fake-" + number + "\",\"object\":\"" + object + "\",\"created\":1767225600,\"model\":"
                + Text.quote(prompt.model());
    }

    private static String chunk(Prompt prompt, long number, String delta, String reason, String rest) {
        return "data: {" + head(prompt, number, "chat.completion.chunk") + ",\"choices\":[{\"index\":0,\"delta\":"
                + delta + ",\"finish_reason\":" + reason + "}]" + rest + "}\n\n";
    }

    private static Reply.Response error(int status, String code, String message) {
        return Reply.json(
                status,
                "{\"error\":{\"message\":" + Text.quote(message) + ",\"type\":\"" + code
                        + "\",\"param\":null,\"code\":\"" + code + "\"}}");
    }
}
