package dev.olp.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.ChatRequest;
import dev.olp.provider.OutputFormat;
import dev.olp.provider.Part;
import dev.olp.provider.ReasoningEffort;
import dev.olp.provider.Thought;
import dev.olp.provider.Tool;
import dev.olp.provider.ToolChoice;
import dev.olp.provider.Tools;
import dev.olp.provider.Turn;
import dev.olp.routing.Hop;
import dev.olp.routing.RoutePlan;
import dev.olp.wire.chat.ParsedChat;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** S40, S123, S124: whatever shapes an answer is in its key, and no two requests have one key by their lengths. */
class CacheKeysTest {
    private static final RoutePlan PLAN = new RoutePlan("sonnet", List.of(new Hop("anthropic", "sonnet", "default")));
    private static final ChatRequest CHAT = chat("hello");

    private final Map<String, String> shapes = new HashMap<>(Map.of("anthropic", "one", "openai", "two"));

    @Test
    void theSameRequestHasTheSameKey() {
        assertThat(key("ada", PLAN, chat("hello"))).isEqualTo(key("ada", PLAN, chat("hello")));
    }

    @Test
    void eachThingThatShapesAnAnswerChangesTheKey() {
        Set<CacheKey> keys = new HashSet<>();
        keys.add(key("ada", PLAN, CHAT));
        List<CacheKey> others = new ArrayList<>(List.of(
                key("ben", PLAN, CHAT),
                key("ada", new RoutePlan("opus", PLAN.hops()), CHAT),
                key("ada", hops(new Hop("openai", "sonnet", "default")), CHAT),
                key("ada", hops(new Hop("anthropic", "opus", "default")), CHAT),
                key("ada", hops(new Hop("anthropic", "sonnet", "second")), CHAT),
                key("ada", hops(PLAN.hops().getFirst(), new Hop("openai", "gpt", "default")), CHAT),
                new CacheKeys("2", id -> Optional.of("one"))
                        .of("ada", PLAN, CHAT, parsed(null))
                        .key(),
                new CacheKeys("1", id -> Optional.of("another CLI"))
                        .of("ada", PLAN, CHAT, parsed(null))
                        .key(),
                keys().of("ada", PLAN, CHAT, parsed("someone")).key()));
        requests().forEach(request -> others.add(key("ada", PLAN, request)));

        others.forEach(
                other -> assertThat(keys.add(other)).as("a key of its own").isTrue());
    }

    /** Each differs from {@link #CHAT}, and from the others, in one thing. */
    private static Stream<ChatRequest> requests() {
        List<Turn> turns = CHAT.turns();
        List<Part> picture = List.of(new Part.Image("image/png", "AAAA"));
        return Stream.of(
                chat("hello!"),
                new ChatRequest(List.of("be brief"), turns, null, List.of(), null, Tools.NONE),
                new ChatRequest(List.of("be", "brief"), turns, null, List.of(), null, Tools.NONE),
                new ChatRequest(List.of(), turns, 7, List.of(), null, Tools.NONE),
                new ChatRequest(List.of(), turns, null, List.of("x"), null, Tools.NONE),
                new ChatRequest(List.of(), turns, null, List.of("x", ""), null, Tools.NONE),
                new ChatRequest(List.of(), turns, null, List.of(), ReasoningEffort.HIGH, Tools.NONE),
                new ChatRequest(List.of(), turns, null, List.of(), ReasoningEffort.LOW, Tools.NONE),
                of(new Turn.User(picture)),
                of(new Turn.User(List.of(new Part.Image("image/jpeg", "AAAA")))),
                of(new Turn.User(List.of(new Part.Image("image/png", "AAAB")))),
                of(new Turn.User(List.of(new Part.Text("image"), new Part.Text("image/png"), new Part.Text("AAAA")))),
                of(new Turn.User(List.of(new Part.Text("hel"), new Part.Text("lo")))),
                called("1", "f", "{}", "done"),
                called("2", "f", "{}", "done"),
                called("1", "g", "{}", "done"),
                called("1", "f", "[]", "done"),
                called("1", "f", "{}", "failed"),
                told(true),
                said(new Part.Text("hello"), new Thought("a", "b", "c")),
                said(new Thought("a", "b", "c"), new Part.Text("hello")),
                said(new Thought("a", "b", "d"), new Part.Text("hello")),
                said(new Thought("a", "c", "c"), new Part.Text("hello")),
                said(new Thought("b", "b", "c"), new Part.Text("hello")),
                said(new Part.Text("hel"), new Part.Text("lo")),
                offering(new ToolChoice.Auto(), true, WEATHER),
                offering(new ToolChoice.Auto(), false, WEATHER),
                offering(new ToolChoice.Required(), true, WEATHER),
                offering(new ToolChoice.Named("weather"), true, WEATHER),
                offering(new ToolChoice.Auto(), true, WEATHER, new Tool("time", "", "{}", null)),
                offering(new ToolChoice.Auto(), true, new Tool("time", "", "{}", null), WEATHER),
                offering(new ToolChoice.Auto(), true, new Tool("weather", "of today", "{}", true)),
                offering(new ToolChoice.Auto(), true, new Tool("weather", "of today", "{}", false)),
                offering(new ToolChoice.Auto(), true, new Tool("weather", "", "{}", null)),
                offering(new ToolChoice.Auto(), true, new Tool("weather", "of today", "{\"a\":1}", null)),
                new ChatRequest(
                        List.of(),
                        List.of(new Turn.Assistant("hello", List.of()), turns.getFirst()),
                        null,
                        List.of(),
                        null,
                        Tools.NONE),
                formatted(new OutputFormat.JsonObject()),
                formatted(new OutputFormat.JsonSchema("n", "d", "{}")),
                formatted(new OutputFormat.JsonSchema("m", "d", "{}")),
                formatted(new OutputFormat.JsonSchema("n", "e", "{}")),
                formatted(new OutputFormat.JsonSchema("n", "d", "{\"type\":\"object\"}")));
    }

    private static ChatRequest formatted(OutputFormat format) {
        return new ChatRequest(List.of(), CHAT.turns(), null, List.of(), null, Tools.NONE, format);
    }

    private static final Tool WEATHER = new Tool("weather", "of today", "{}", null);

    private static ChatRequest offering(ToolChoice choice, boolean parallel, Tool... tools) {
        return new ChatRequest(
                List.of(), CHAT.turns(), null, List.of(), null, new Tools(List.of(tools), choice, parallel));
    }

    private static ChatRequest said(Turn.Said... said) {
        return new ChatRequest(
                List.of(),
                List.of(new Turn.Assistant(List.of(said)), CHAT.turns().getFirst()),
                null,
                List.of(),
                null,
                Tools.NONE);
    }

    private static ChatRequest told(boolean isError) {
        List<Turn> turns = called("1", "f", "{}", "done").turns();
        Turn.Tool result = (Turn.Tool) turns.getLast();
        return new ChatRequest(
                List.of(),
                List.of(turns.get(0), turns.get(1), new Turn.Tool(result.callId(), result.parts(), isError)),
                null,
                List.of(),
                null,
                Tools.NONE);
    }

    private static ChatRequest called(String id, String name, String arguments, String result) {
        return new ChatRequest(
                List.of(),
                List.of(
                        CHAT.turns().getFirst(),
                        new Turn.Assistant("", List.of(new Turn.ToolCall(id, name, arguments))),
                        new Turn.Tool(id, List.of(new Part.Text(result)), false)),
                null,
                List.of(),
                null,
                Tools.NONE);
    }

    @Test
    void whatIsOnlyEchoedOrOnlyHowItIsSentDoesNot() {
        ParsedChat whole = parsed(null);
        ParsedChat streamed = new ParsedChat("claude", CHAT, true, true, List.of("temperature"), null, true, false);

        assertThat(keys().of("ada", PLAN, CHAT, streamed)).isEqualTo(keys().of("ada", PLAN, CHAT, whole));
    }

    @Test
    void theHopsWhoseCliIsKnownAreNamed() {
        RoutePlan two = hops(PLAN.hops().getFirst(), new Hop("openai", "gpt", "default"));

        shapes.remove("openai");
        assertThat(keys().of("ada", two, CHAT, parsed(null)).known())
                .containsExactly(PLAN.hops().getFirst());
        shapes.remove("anthropic");
        assertThat(keys().of("ada", two, CHAT, parsed(null)).known()).isEmpty();
    }

    /** A component more of a record must first be decided on in {@link CacheKeys}, and then here. */
    @Test
    void nothingWasAddedThatNobodyDecidedOn() {
        assertThat(components(ChatRequest.class))
                .containsExactly("system", "turns", "maxTokens", "stop", "effort", "tools", "format");
        assertThat(components(Tools.class)).containsExactly("offered", "choice", "parallel");
        assertThat(components(Tool.class)).containsExactly("name", "description", "inputSchema", "strict");
        assertThat(components(Turn.User.class)).containsExactly("parts");
        assertThat(components(Turn.Assistant.class)).containsExactly("said");
        assertThat(components(Thought.class)).containsExactly("kind", "text", "seal");
        assertThat(components(Turn.Tool.class)).containsExactly("callId", "parts", "isError");
        assertThat(components(Turn.ToolCall.class)).containsExactly("id", "name", "arguments");
        assertThat(components(Part.Text.class)).containsExactly("text");
        assertThat(components(Part.Image.class)).containsExactly("mediaType", "base64");
        assertThat(components(RoutePlan.class)).containsExactly("canonicalModel", "hops", "leftOut", "choices");
        assertThat(components(Hop.class)).containsExactly("provider", "model", "account");
        assertThat(components(ParsedChat.class))
                .containsExactly(
                        "requestedModel",
                        "request",
                        "stream",
                        "includeUsage",
                        "ignoredParameters",
                        "user",
                        "repeatable",
                        "marked");
    }

    private static List<String> components(Class<?> type) {
        return Stream.of(type.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
    }

    private CacheKeys keys() {
        return new CacheKeys("1", provider -> Optional.ofNullable(shapes.get(provider)));
    }

    private CacheKey key(String tenant, RoutePlan plan, ChatRequest chat) {
        return keys().of(tenant, plan, chat, parsed(null)).key();
    }

    private static RoutePlan hops(Hop... hops) {
        return new RoutePlan("sonnet", List.of(hops));
    }

    private static ChatRequest chat(String text) {
        return of(new Turn.User(List.of(new Part.Text(text))));
    }

    private static ChatRequest of(Turn turn) {
        return new ChatRequest(List.of(), List.of(turn), null, List.of(), null, Tools.NONE);
    }

    private static ParsedChat parsed(@Nullable String user) {
        return new ParsedChat("sonnet", CHAT, false, false, List.of(), user, false, false);
    }
}
