package dev.olp.cache;

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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes the key of a request. Records are taken apart whole, so that a component more in one of them does not compile
 * here until it is decided on.
 */
public final class CacheKeys {
    private static final int NONE = -1;

    private final String version;
    private final Function<String, Optional<String>> shapes;

    /**
     * Makes the maker.
     *
     * @param version of OLP, whose filters and wrapper texts shape answers
     * @param shapes what of a provider by its id shapes an answer: adapter, CLI, upstream; empty while its CLI is unknown
     */
    public CacheKeys(String version, Function<String, Optional<String>> shapes) {
        this.version = version;
        this.shapes = shapes;
    }

    /**
     * The key.
     *
     * @param tenant the key's id
     * @param chat as it is to be run
     * @param parsed the same as it was read
     */
    Identified of(String tenant, RoutePlan plan, ChatRequest chat, ParsedChat parsed) {
        KeyDigest digest = new KeyDigest().text(version).text(tenant);
        Set<Hop> known = plan(digest, plan);
        asked(digest, parsed);
        request(digest, chat);
        return new Identified(digest.end(), known);
    }

    /**
     * A key.
     *
     * @param known the hops whose CLI is known, so that the same request has the same key later
     */
    record Identified(CacheKey key, Set<Hop> known) {}

    private Set<Hop> plan(KeyDigest digest, RoutePlan plan) {
        return switch (plan) {
            // who is left out, and why a login was chosen, shapes no answer
            case RoutePlan(String canonicalModel, List<Hop> hops, var _, var _) -> {
                digest.text(canonicalModel).count(hops.size());
                Set<Hop> known = new HashSet<>();
                for (Hop hop : hops) {
                    if (hop(digest, hop)) {
                        known.add(hop);
                    }
                }
                yield known;
            }
        };
    }

    private boolean hop(KeyDigest digest, Hop hop) {
        return switch (hop) {
            case Hop(String provider, String model, String account) -> {
                Optional<String> shape = shapes.apply(provider);
                digest.text(provider).text(model).text(account).text(shape.orElse(null));
                yield shape.isPresent();
            }
        };
    }

    /** Not how it is sent, nor what is only echoed; the request itself goes in as it is run. */
    private static void asked(KeyDigest digest, ParsedChat parsed) {
        switch (parsed) {
            case ParsedChat(
                    var _model,
                    var _request,
                    var _stream,
                    var _includeUsage,
                    var _ignored,
                    String user,
                    var _repeatable,
                    var _marked) -> digest.text(user);
        }
    }

    private static void request(KeyDigest digest, ChatRequest chat) {
        switch (chat) {
            case ChatRequest(
                    List<String> system,
                    List<Turn> turns,
                    Integer maxTokens,
                    List<String> stop,
                    ReasoningEffort effort,
                    Tools tools,
                    OutputFormat format) -> {
                texts(digest, system);
                digest.count(turns.size());
                turns.forEach(turn -> turn(digest, turn));
                digest.count(maxTokens == null ? NONE : maxTokens);
                texts(digest, stop);
                digest.text(name(effort));
                tools(digest, tools);
                format(digest, format);
            }
        }
    }

    private static void format(KeyDigest digest, OutputFormat format) {
        switch (format) {
            case OutputFormat.Text() -> digest.text("text");
            case OutputFormat.JsonObject() -> digest.text("object");
            case OutputFormat.JsonSchema(String name, String description, String schema) ->
                digest.text("schema").text(name).text(description).text(schema);
        }
    }

    private static @Nullable String name(@Nullable ReasoningEffort effort) {
        return effort == null ? null : effort.name();
    }

    private static void turn(KeyDigest digest, Turn turn) {
        switch (turn) {
            case Turn.User(List<Part> parts) -> parts(digest.text("user"), parts);
            case Turn.Assistant(List<Turn.Said> said) -> {
                digest.text("assistant").count(said.size());
                said.forEach(piece -> said(digest, piece));
            }
            case Turn.Tool(String callId, List<Part> parts, boolean isError) ->
                parts(digest.text(isError ? "tool failed" : "tool").text(callId), parts);
        }
    }

    private static void said(KeyDigest digest, Turn.Said said) {
        switch (said) {
            case Part.Text(String text) -> digest.text("text").text(text);
            case Thought(String kind, String text, String seal) ->
                digest.text("thought").text(kind).text(text).text(seal);
            case Turn.ToolCall(String id, String name, String arguments) ->
                digest.text("call").text(id).text(name).text(arguments);
        }
    }

    private static void tools(KeyDigest digest, Tools tools) {
        switch (tools) {
            case Tools(List<Tool> offered, ToolChoice choice, boolean parallel) -> {
                digest.count(offered.size());
                offered.forEach(tool -> tool(digest, tool));
                switch (choice) {
                    case ToolChoice.Auto() -> digest.text("auto");
                    case ToolChoice.Required() -> digest.text("required");
                    case ToolChoice.Named(String name) -> digest.text("named").text(name);
                }
                digest.count(parallel ? 1 : 0);
            }
        }
    }

    private static void tool(KeyDigest digest, Tool tool) {
        switch (tool) {
            case Tool(String name, String description, String inputSchema, Boolean strict) ->
                digest.text(name).text(description).text(inputSchema).text(strict == null ? null : strict.toString());
        }
    }

    private static void parts(KeyDigest digest, List<Part> parts) {
        digest.count(parts.size());
        for (Part part : parts) {
            switch (part) {
                case Part.Text(String text) -> digest.text("text").text(text);
                case Part.Image(String mediaType, String base64) ->
                    digest.text("image").text(mediaType).text(base64);
            }
        }
    }

    private static void texts(KeyDigest digest, List<String> texts) {
        digest.count(texts.size());
        texts.forEach(digest::text);
    }
}
