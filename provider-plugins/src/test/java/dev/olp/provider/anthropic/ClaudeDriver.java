package dev.olp.provider.anthropic;

import dev.olp.isolation.contract.HomePaths;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.LaunchContext;
import dev.olp.provider.Login;
import dev.olp.provider.Tools;
import dev.olp.provider.Turn;
import dev.olp.provider.UpstreamAccess;
import dev.olp.provider.common.DialogueDriver;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Drives claude's dialogue. */
final class ClaudeDriver extends DialogueDriver<ClaudeDriver> {
    static final String INITIALIZED = """
            {"type":"control_response","response":{"subtype":"success","request_id":"olp-initialize","response":{}}}""";
    static final String ACKNOWLEDGED = """
            {"type":"result","subtype":"success","is_error":false,"num_turns":0,"result":""}""";

    ClaudeDriver(ChatRequest request) {
        this(request, Login.Kind.OAUTH_TOKEN);
    }

    private ClaudeDriver(ChatRequest request, Login.Kind login) {
        super(new AnthropicProvider().launch(context(login), request).dialogue(), 1);
        open();
    }

    @Override
    protected ClaudeDriver self() {
        return this;
    }

    /** One whole line each, or claude would wait for the rest. */
    @Override
    protected String checked(String text) {
        if (text.indexOf('\n') != text.length() - 1) {
            throw new IllegalStateException("not one line: " + text);
        }
        return text;
    }

    /** A driver that is through with the start and waits for the answer to one question. */
    static ClaudeDriver asked() {
        return new ClaudeDriver(chat(user("Say hello."))).feed(INITIALIZED);
    }

    /** The same that was given the login of a captured run, to be fed that run's lines. */
    static ClaudeDriver askedAs(List<String> captured) {
        boolean key = captured.stream().anyMatch(line -> line.contains("\"apiKeySource\":\"ANTHROPIC_API_KEY\""));
        return new ClaudeDriver(chat(user("Say hello.")), key ? Login.Kind.API_KEY : Login.Kind.OAUTH_TOKEN)
                .feed(INITIALIZED);
    }

    /** The same, and it got all of a captured run. */
    static ClaudeDriver answered(String fixture) {
        List<String> captured = fixture(fixture);
        return askedAs(captured).feed(captured);
    }

    static LaunchContext context(Login.Kind kind) {
        return new LaunchContext(
                new HomePaths("/run/home", "/run/temp", "/run/work"),
                "claude-sonnet-4-5",
                new Login(kind, "secret", null),
                new UpstreamAccess("https://api.anthropic.com", null),
                "2.1.332",
                Map.of(),
                "label");
    }

    static ChatRequest chat(Turn... turns) {
        return new ChatRequest(List.of("Be brief."), List.of(turns), null, List.of(), null, Tools.NONE);
    }

    ChatEvent.@Nullable RateLimitReport rateLimit() {
        ChatEvent.RateLimitReport last = null;
        for (ChatEvent event : events) {
            if (event instanceof ChatEvent.RateLimitReport report) {
                last = report;
            }
        }
        return last;
    }
}
