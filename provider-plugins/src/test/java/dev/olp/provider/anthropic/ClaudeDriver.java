package dev.olp.provider.anthropic;

import dev.olp.isolation.contract.HomePaths;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.LaunchContext;
import dev.olp.provider.Login;
import dev.olp.provider.Part;
import dev.olp.provider.Tool;
import dev.olp.provider.ToolChoice;
import dev.olp.provider.Tools;
import dev.olp.provider.Turn;
import dev.olp.provider.UpstreamAccess;
import dev.olp.provider.common.DialogueDriver;
import java.util.ArrayList;
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

    /** The same that was given the login and the tools of a captured run, to be fed that run's lines. */
    static ClaudeDriver askedAs(List<String> captured) {
        boolean key = captured.stream().anyMatch(line -> line.contains("\"apiKeySource\":\"ANTHROPIC_API_KEY\""));
        boolean tools = captured.stream().anyMatch(line -> line.contains("\"tools\":[\"mcp__c__get_time\""));
        long replayed = captured.stream()
                .filter(line -> line.contains("\"num_turns\":0"))
                .count();
        ChatRequest request =
                with(tools ? List.of(tool("get_weather", "{}"), tool("get_time", "{}")) : List.of(), turns(replayed));
        ClaudeDriver driver = new ClaudeDriver(request, key ? Login.Kind.API_KEY : Login.Kind.OAUTH_TOKEN);
        return tools ? driver : driver.feed(INITIALIZED);
    }

    /** So many questions that were answered by a call and its result, then the one to be answered. */
    private static Turn[] turns(long replayed) {
        List<Turn> turns = new ArrayList<>(List.of(user("Say hello.")));
        for (int i = 0; i < replayed; i++) {
            turns.add(new Turn.Assistant("", List.of(new Turn.ToolCall("call_" + i, "get_weather", "{}"))));
            turns.add(new Turn.Tool("call_" + i, List.of(new Part.Text("rain")), false));
        }
        return turns.toArray(new Turn[0]);
    }

    static Tool tool(String name, String schema) {
        return new Tool(name, "What it does.", schema, null);
    }

    static ChatRequest with(List<Tool> tools, Turn... turns) {
        return with(new Tools(tools, new ToolChoice.Auto(), true), turns);
    }

    static ChatRequest with(Tools tools, Turn... turns) {
        return new ChatRequest(List.of("Be brief."), List.of(turns), null, List.of(), null, tools);
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
