package dev.olp.run;

import dev.olp.confinement.Confinement;
import dev.olp.fakeupstream.Exchange;
import dev.olp.fakeupstream.FakeUpstream;
import dev.olp.fakeupstream.Scenario;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.selftest.CheckResult;
import dev.olp.isolation.selftest.Verdict;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Login;
import dev.olp.provider.Part;
import dev.olp.provider.Provider;
import dev.olp.provider.Tool;
import dev.olp.provider.ToolChoice;
import dev.olp.provider.Tools;
import dev.olp.provider.Turn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real run of a CLI that is offered a client's tools, in the middle of a conversation that used them, with an upstream on
 * loopback whose model calls them all. One of them is called as a tool of the CLI's own.
 */
final class ToolProof {
    private static final List<Tool> OFFERED = List.of(
            tool("get_weather", "Tells the weather of a city.", "city"),
            tool("Bash", "Runs a command on the client's machine.", "command"));

    private final Rehearsal rehearsal;

    ToolProof(Confinement confinement, LongSupplier ticker) {
        this.rehearsal = new Rehearsal(confinement, ticker, "tool-proof");
    }

    /**
     * Runs it with each kind of login.
     *
     * @param model any that the provider has
     * @return what is not as it must be: T01 one call upstream, T02 the tools, T03 the conversation, T04 the calls, T05 the end
     */
    List<CheckResult> failures(Provider provider, ProbedBinary binary, String model)
            throws SandboxException, IOException, InterruptedException {
        List<CheckResult> results = new ArrayList<>();
        for (Login.Kind kind : Login.Kind.values()) {
            try (FakeUpstream upstream = FakeUpstream.start()) {
                Rehearsal.Heard heard = rehearsal.run(
                        provider,
                        binary,
                        model,
                        new Login(kind, "tool-proof", null),
                        upstream.url(Scenario.CALLS_ALWAYS),
                        chat(),
                        UnaryOperator.identity());
                results.addAll(judge(provider, asked(upstream), heard));
            }
        }
        results.removeIf(result -> result.verdict() == Verdict.REFUSED);
        return results;
    }

    private static List<Exchange> asked(FakeUpstream upstream) {
        return upstream.recorded().stream()
                .filter(exchange -> exchange.method().equals("POST"))
                .toList();
    }

    private static List<CheckResult> judge(Provider provider, List<Exchange> asked, Rehearsal.Heard heard)
            throws IOException {
        List<CheckResult> results = new ArrayList<>();
        results.add(check("T01", asked.size() == 1, "the CLI asked its upstream " + asked.size() + " times"));
        if (!asked.isEmpty()) {
            UpstreamRequest request = new UpstreamRequest(asked.getFirst().text(), provider);
            results.add(check("T02", request.offers(OFFERED), "the model was offered " + request.toolNames()));
            results.add(check("T03", request.holds(chat().turns()), "the model was told " + request.shape()));
        }
        Map<String, String> calls = calls(heard.events());
        results.add(check("T04", calls.equals(expected()), "the calls that came out: " + calls));
        results.add(check(
                "T05",
                heard.end() instanceof DialogueEnd.Finished finished && finished.reason() == FinishReason.TOOL_CALLS,
                "it ended with " + heard.end()));
        return results;
    }

    /** What each tool is called with, by its name. */
    private static Map<String, String> expected() {
        Map<String, String> calls = new TreeMap<>();
        calls.put("get_weather", "{\"city\":\"" + FakeUpstream.ARGUMENT + "\"}");
        calls.put("Bash", "{\"command\":\"" + FakeUpstream.ARGUMENT + "\"}");
        return calls;
    }

    /** Twice the same name, or an index that is not the next, is none of ours. */
    private static Map<String, String> calls(List<ChatEvent> events) {
        List<String> names = new ArrayList<>();
        List<StringBuilder> arguments = new ArrayList<>();
        for (ChatEvent event : events) {
            if (event instanceof ChatEvent.ToolCallStart(int index, String id, String name)) {
                names.add(index == names.size() && !id.isEmpty() && !names.contains(name) ? name : "odd " + event);
                arguments.add(new StringBuilder());
            } else if (event instanceof ChatEvent.ToolCallDelta(int index, String delta) && index < arguments.size()) {
                arguments.get(index).append(delta);
            }
        }
        Map<String, String> calls = new TreeMap<>();
        for (int i = 0; i < names.size(); i++) {
            calls.put(names.get(i), UpstreamRequest.compact(arguments.get(i).toString()));
        }
        return calls;
    }

    private static ChatRequest chat() {
        return new ChatRequest(
                List.of("You may use the tools."),
                List.of(
                        new Turn.User(List.of(new Part.Text("How is the weather?"))),
                        new Turn.Assistant(
                                "I look.",
                                List.of(
                                        new Turn.ToolCall("call_proof_1", "get_weather", "{\"city\":\"Oslo\"}"),
                                        new Turn.ToolCall("call_proof_2", "Bash", "{\"command\":\"date\"}"))),
                        new Turn.Tool("call_proof_1", List.of(new Part.Text("It snows.")), false),
                        new Turn.Tool("call_proof_2", List.of(new Part.Text("It is late.")), false)),
                null,
                List.of(),
                null,
                new Tools(OFFERED, new ToolChoice.Auto(), true));
    }

    private static Tool tool(String name, String description, String argument) {
        return new Tool(
                name,
                description,
                JsonMapper.shared()
                        .writeValueAsString(Map.of(
                                "type",
                                "object",
                                "properties",
                                Map.of(argument, Map.of("type", "string", "description", "One line.")),
                                "required",
                                List.of(argument),
                                "additionalProperties",
                                false)),
                null);
    }

    private static CheckResult check(String id, boolean good, String detail) {
        return new CheckResult(id, good ? Verdict.REFUSED : Verdict.ALLOWED, detail);
    }
}
