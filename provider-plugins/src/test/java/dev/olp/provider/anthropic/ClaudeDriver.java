package dev.olp.provider.anthropic;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.Dialogue;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.LaunchContext;
import dev.olp.provider.Login;
import dev.olp.provider.Part;
import dev.olp.provider.Step;
import dev.olp.provider.Turn;
import dev.olp.provider.UpstreamAccess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Drives a dialogue as the server does, with lines in place of a child. */
final class ClaudeDriver {
    static final String INITIALIZED = """
            {"type":"control_response","response":{"subtype":"success","request_id":"olp-initialize","response":{}}}""";
    static final String ACKNOWLEDGED = """
            {"type":"result","subtype":"success","is_error":false,"num_turns":0,"result":""}""";

    final List<ChatEvent> events = new ArrayList<>();
    final List<String> written = new ArrayList<>();
    final Dialogue dialogue;
    Step.Ending ending = Step.Ending.NONE;
    boolean stdinClosed;

    ClaudeDriver(ChatRequest request) {
        dialogue = new AnthropicProvider()
                .launch(context(Login.Kind.OAUTH_TOKEN), request)
                .dialogue();
        take(dialogue.opening());
    }

    /** A driver that is through with the start and waits for the answer to one question. */
    static ClaudeDriver asked() {
        return new ClaudeDriver(chat(user("Say hello."))).feed(INITIALIZED);
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
        return new ChatRequest(List.of("Be brief."), List.of(turns), null, List.of(), null);
    }

    static Turn user(String text) {
        return new Turn.User(List.of(new Part.Text(text)));
    }

    static Turn assistant(String text) {
        return new Turn.Assistant(text, List.of());
    }

    static List<String> fixture(String name) {
        try (InputStream in =
                Objects.requireNonNull(ClaudeDriver.class.getResourceAsStream("/fixtures/" + name + ".jsonl"), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ClaudeDriver feed(String... lines) {
        return feed(List.of(lines));
    }

    ClaudeDriver feed(List<String> lines) {
        for (String line : lines) {
            if (ending == Step.Ending.NONE) {
                take(dialogue.accept(line.getBytes(StandardCharsets.UTF_8)));
            }
        }
        return this;
    }

    DialogueEnd end() {
        return ending == Step.Ending.NONE
                ? dialogue.end(new ExitStatus.Exited(1), "")
                : dialogue.end(new ExitStatus.NotAwaited(), "");
    }

    String text() {
        StringBuilder text = new StringBuilder();
        for (ChatEvent event : events) {
            if (event instanceof ChatEvent.TextDelta(String delta)) {
                text.append(delta);
            }
        }
        return text.toString();
    }

    String reasoning() {
        StringBuilder text = new StringBuilder();
        for (ChatEvent event : events) {
            if (event instanceof ChatEvent.ReasoningDelta(String delta)) {
                text.append(delta);
            }
        }
        return text.toString();
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

    private void take(Step step) {
        events.addAll(step.events());
        for (StdinLine line : step.writes()) {
            if (stdinClosed) {
                throw new IllegalStateException("written after stdin was closed");
            }
            written.add(render(line));
        }
        stdinClosed |= step.closeStdin();
        ending = step.ending();
    }

    private static String render(StdinLine line) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            line.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String text = out.toString(StandardCharsets.UTF_8);
        if (text.indexOf('\n') != text.length() - 1) {
            throw new IllegalStateException("not one line: " + text);
        }
        return text.substring(0, text.length() - 1);
    }
}
