package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Paths;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A conversation of four requests, each the one before and two turns more: what a provider's prompt cache needs is that
 * each request begins with the bytes of the one before. docs/prompt-cache.md tells the figures asserted here.
 */
class PromptCacheIT {
    private static final int REQUESTS = 4;

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @RegisterExtension
    static final OlpServer older = OlpServer.with()
            .withoutEnvironment("CLAUDE_CODE_OAUTH_TOKEN")
            .environment("ANTHROPIC_API_KEY", "fake-anthropic-key")
            .environment("OLP_CODEX_BIN", Paths.oldCodex().toString())
            .server();

    @RegisterExtension
    static final OlpServer oldest = OlpServer.with()
            .environment("OLP_CLAUDE_BIN", Paths.oldClaude().toString())
            .server();

    @Test
    void claude_repeats_earlier_turns_but_moves_its_reminder_of_the_date() throws IOException {
        List<JsonNode> calls = conversation(new RealCli(olp, "sonnet", "", ""));
        assertThat(prefixes(calls, "messages", false)).as("turns alone").isEqualTo(REQUESTS - 1);
        // the one thing that stands in the way of the provider's cache with a plan's login
        assertThat(prefixes(calls, "messages", true))
                .as("with claude's reminders")
                .isZero();
    }

    @Test
    void claude_with_an_api_key_repeats_everything() throws IOException {
        List<JsonNode> calls = conversation(new RealCli(older, "sonnet", "", ""));
        assertThat(prefixes(calls, "messages", true)).isEqualTo(REQUESTS - 1);
    }

    @Test
    void the_older_claude_repeats_everything() throws IOException {
        List<JsonNode> calls = conversation(new RealCli(oldest, "sonnet", "", ""));
        assertThat(prefixes(calls, "messages", true)).isEqualTo(REQUESTS - 1);
    }

    @Test
    void codex_repeats_everything() throws IOException {
        assertThat(prefixes(conversation(new RealCli(olp, "gpt-5.5", "", "")), "input", true))
                .isEqualTo(REQUESTS - 1);
    }

    @Test
    void the_older_codex_repeats_everything() throws IOException {
        assertThat(prefixes(conversation(new RealCli(older, "gpt-5.5", "", "")), "input", true))
                .isEqualTo(REQUESTS - 1);
    }

    private static List<JsonNode> conversation(RealCli cli) throws IOException {
        List<String> turns = new ArrayList<>(List.of(Bodies.message("system", "You are terse.")));
        for (int i = 0; i < REQUESTS; i++) {
            turns.add(Bodies.message("user", "Question " + i + ", with \"quotes\", é中😀 and\nlines."));
            String body = Bodies.chat(cli.model(), false, turns.toArray(String[]::new));
            assertThat(cli.olp().chat(body).content()).isEqualTo(RealCli.ANSWER);
            turns.add(Bodies.message("assistant", RealCli.ANSWER));
        }
        List<JsonNode> calls = new ArrayList<>();
        for (var call : cli.calls()) {
            calls.add(JsonMapper.shared().readTree(call.body()));
        }
        assertThat(calls).hasSize(REQUESTS);
        assertThat(said(calls.getLast())).as("the turns, in order").isEqualTo(turns.subList(1, turns.size() - 1));
        return calls;
    }

    /** The turns as they were asked, claude's reminders and codex's instructions left out. */
    private static List<String> said(JsonNode call) {
        List<String> said = new ArrayList<>();
        for (JsonNode turn : call.has("input") ? call.path("input") : call.path("messages")) {
            String role = turn.path("role").asString("");
            for (String text : texts(turn.path("content"))) {
                if (!role.equals("developer") && !text.startsWith("<system-reminder>")) {
                    said.add(Bodies.message(role, text));
                }
            }
        }
        return said;
    }

    private static List<String> texts(JsonNode content) {
        return content.isString()
                ? List.of(content.asString(""))
                : content.valueStream()
                        .map(block -> block.path("text").asString(""))
                        .toList();
    }

    /** How many requests begin with all of the request before: the system prompt, and every block of every turn. */
    private static int prefixes(List<JsonNode> calls, String field, boolean reminders) {
        int count = 0;
        for (int i = 1; i < calls.size(); i++) {
            List<String> before = blocks(calls.get(i - 1), field, reminders);
            List<String> after = blocks(calls.get(i), field, reminders);
            assertThat(before).hasSizeGreaterThanOrEqualTo(2 * i);
            if (after.size() > before.size() && after.subList(0, before.size()).equals(before)) {
                count++;
            }
        }
        return count;
    }

    /** {@code cache_control} marks the end of what is cached, and is no part of it. */
    private static List<String> blocks(JsonNode call, String field, boolean reminders) {
        List<String> blocks = new ArrayList<>();
        blocks.add("instructions " + call.path("instructions"));
        for (JsonNode block : call.path("system")) {
            // the version and, from 2.1.152, a sum over the request; addressed to the provider, not to the model
            if (!block.path("text").asString("").startsWith("x-anthropic-billing-header:")) {
                blocks.add("system " + block.path("text"));
            }
        }
        for (JsonNode turn : call.path(field)) {
            JsonNode content = turn.path("content");
            String role = turn.path("role").asString("");
            if (content.isString()) {
                blocks.add(role + " "
                        + JsonMapper.shared()
                                .createObjectNode()
                                .put("type", "text")
                                .put("text", content.asString("")));
            }
            for (JsonNode block : content) {
                if (block instanceof ObjectNode object) {
                    object.remove("cache_control");
                }
                if (reminders || !block.path("text").asString("").startsWith("<system-reminder>")) {
                    blocks.add(role + " " + block);
                }
            }
        }
        return blocks;
    }
}
