package dev.olp.fakeupstream;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Which reply a request gets: the scenario from its path, the dialect from the rest. */
final class Answers {
    private static final String PREFIX = "/s/";
    private final Dialect anthropic = new AnthropicDialect();
    private final Dialect responses = new ResponsesDialect();
    private final Dialect chatCompletions = new ChatCompletionsDialect();
    private final Queue<Reply> script = new ConcurrentLinkedQueue<>();
    private final AtomicLong firstThenOk = new AtomicLong();
    private volatile @Nullable Map<String, String> plan;
    private volatile Duration pause = Duration.ofMillis(50);

    void next(Reply reply) {
        script.add(reply);
    }

    void plan(Map<String, String> headers) {
        plan = Map.copyOf(headers);
    }

    void pause(Duration wait) {
        pause = wait;
    }

    Reply to(Exchange exchange) {
        String target = exchange.path();
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        Scenario scenario = Scenario.OK;
        if (path.startsWith(PREFIX)) {
            int end = path.indexOf('/', PREFIX.length());
            String name = path.substring(PREFIX.length(), end < 0 ? path.length() : end);
            var named = Scenario.named(name);
            if (named.isEmpty()) {
                return Reply.json(404, "{\"error\":{\"message\":" + Text.quote("no scenario " + name) + "}}");
            }
            scenario = named.get();
            path = end < 0 ? "/" : path.substring(end);
        }
        return route(exchange, path, scenario);
    }

    private Reply route(Exchange exchange, String path, Scenario scenario) {
        if (exchange.method().equals("HEAD")) {
            return Reply.whole(200, "text/plain", "");
        }
        if (exchange.method().equals("GET") && path.endsWith("/responses")) {
            // codex's built-in provider tries a WebSocket first and falls back on this
            return Reply.json(426, "{\"error\":{\"message\":\"upgrade required\"}}");
        }
        if (exchange.method().equals("POST") && path.endsWith("/oauth/token")) {
            return Reply.json(
                    200,
                    "{\"access_token\":\"fake-access-" + exchange.number() + "\",\"refresh_token\":\"fake-refresh-"
                            + exchange.number()
                            + "\",\"token_type\":\"Bearer\",\"expires_in\":28800,\"scope\":\"user:inference user:profile\"}");
        }
        Dialect dialect = dialect(exchange.method(), path);
        return dialect == null
                ? Reply.json(404, "{\"error\":{\"message\":\"no such path at the fake\"}}")
                : planned(reply(dialect, exchange, scenario));
    }

    private Reply planned(Reply reply) {
        Map<String, String> told = plan;
        return told != null && reply instanceof Reply.Response response ? response.plan(told) : reply;
    }

    private @Nullable Dialect dialect(String method, String path) {
        if (!method.equals("POST")) {
            return null;
        }
        return path.endsWith("/v1/messages")
                ? anthropic
                : path.endsWith("/responses") ? responses : path.endsWith("/chat/completions") ? chatCompletions : null;
    }

    private Reply reply(Dialect dialect, Exchange exchange, Scenario asked) {
        Prompt prompt;
        try {
            prompt = Prompt.of(exchange.body());
        } catch (IOException damaged) {
            return Reply.json(
                    400, "{\"error\":{\"message\":" + Text.quote(String.valueOf(damaged.getMessage())) + "}}");
        }
        Scenario scenario = asked == Scenario.BY_PROMPT
                ? prompt.scenario(dialect instanceof AnthropicDialect).orElse(Scenario.OK)
                : asked;
        return switch (scenario) {
            case SCRIPT -> {
                Reply scripted = script.poll();
                yield scripted != null ? scripted : dialect.reply(Scenario.OK, prompt, exchange.number());
            }
            case _401_THEN_OK ->
                dialect.reply(
                        firstThenOk.getAndIncrement() % 2 == 0 ? Scenario._401 : Scenario.OK,
                        prompt,
                        exchange.number());
            // a client that did run the tool gets an end, not the same call for ever
            case TOOLS ->
                dialect.reply(prompt.hasToolResult() ? Scenario.OK : Scenario.TOOLS, prompt, exchange.number());
            case SLOW ->
                dialect.reply(Scenario.OK, prompt, exchange.number()) instanceof Reply.Response response
                        ? response.paced(pause)
                        : new Reply.Silence();
            default -> dialect.reply(scenario, prompt, exchange.number());
        };
    }
}
