package dev.olp.provider.openai;

import dev.olp.isolation.contract.HomePaths;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.Dialogue;
import dev.olp.provider.LaunchContext;
import dev.olp.provider.Login;
import dev.olp.provider.Part;
import dev.olp.provider.Tools;
import dev.olp.provider.Turn;
import dev.olp.provider.UpstreamAccess;
import dev.olp.provider.common.DialogueDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Drives codex's dialogues. */
final class CodexDriver extends DialogueDriver<CodexDriver> {
    static final String CATALOG = """
            WARNING: a line before
            {"models":[
            {"slug":"gpt-5.5","shell_type":"unified_exec","apply_patch_tool_type":"freeform","priority":1,
             "base_instructions":"You are Codex","truncation_policy":{"mode":"tokens","limit":10000},
             "use_responses_lite":false,"default_verbosity":"low","input_modalities":["text"]},
            {"slug":"gpt-5.6-sol","shell_type":"unified_exec","tool_mode":"code_mode_only","multi_agent_version":"v2",
             "use_responses_lite":true,"supports_search_tool":true,"experimental_supported_tools":["x"],
             "model_messages":{"a":"b"},"priority":2,"base_instructions":"You are Codex"}]}""";
    static final String GREETED = "{\"id\":1,\"result\":{\"userAgent\":\"olp\"}}";
    static final String THREAD = "{\"id\":2,\"result\":{\"thread\":{\"id\":\"thread-1\"}}}";
    static final String INJECTED = "{\"id\":3,\"result\":{}}";
    static final String STARTED = "{\"id\":4,\"result\":{\"turn\":{\"id\":\"turn-1\"}}}";

    private CodexDriver(Dialogue dialogue) {
        super(dialogue, 0);
        open();
    }

    @Override
    protected CodexDriver self() {
        return this;
    }

    static CodexDriver of(String version, ChatRequest request) {
        return of(new OpenAiProvider(), version, request);
    }

    static CodexDriver of(OpenAiProvider provider, String version, ChatRequest request) {
        return new CodexDriver(provider.launch(context(version), request).dialogue());
    }

    static CodexDriver appServer() {
        return of("0.171.0", chat(user("Say hello")));
    }

    /** A driver whose turn runs. */
    static CodexDriver running(ChatRequest request) {
        return of("0.171.0", request).feed(GREETED, THREAD, INJECTED, STARTED);
    }

    static CodexDriver exec() {
        return of("0.100.0", chat(user("Say hello")));
    }

    static LaunchContext context(String version) {
        return context(version, new Login(Login.Kind.OAUTH_TOKEN, "secret-1", "account-1"), "gpt-5.5");
    }

    static LaunchContext context(String version, Login login, String model) {
        return new LaunchContext(
                new HomePaths("/run/home", "/run/temp", "/run/work"),
                model,
                login,
                new UpstreamAccess(new OpenAiProvider().upstreamApi(login).vendorUrl(), null),
                version,
                Map.of("version", "codex-cli " + version, "catalog", CATALOG),
                "label-1");
    }

    static ChatRequest chat(Turn... turns) {
        return new ChatRequest(List.of("Be brief."), List.of(turns), null, List.of(), null, Tools.NONE);
    }

    /** What the recordings named {@code history} answer to. */
    static ChatRequest history() {
        return chat(
                user("Q1"),
                assistant("A1"),
                user("Q2"),
                calls("call_1", "call_2"),
                result("call_1", new Part.Text("sunny")),
                result("call_2", new Part.Text("see")),
                assistant("A2"),
                user("Q3"));
    }

    static Turn calls(String... ids) {
        List<Turn.ToolCall> calls = new ArrayList<>();
        for (String id : ids) {
            calls.add(new Turn.ToolCall(id, "get_weather", "{\"a\": 1}"));
        }
        return new Turn.Assistant("", calls);
    }

    static Turn result(String id, Part... parts) {
        return new Turn.Tool(id, List.of(parts), false);
    }

    static List<String> transcript(String name) {
        return fixture("codex-" + name);
    }
}
