package dev.olp.provider.common;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.Dialogue;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Part;
import dev.olp.provider.Step;
import dev.olp.provider.Turn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Drives a dialogue as the server does, with lines in place of a child.
 *
 * @param <D> the driver's own type
 */
public abstract class DialogueDriver<D extends DialogueDriver<D>> {
    public final List<ChatEvent> events = new ArrayList<>();
    /** Each line that went to stdin, its line end included. */
    public final List<String> written = new ArrayList<>();

    public final Dialogue dialogue;
    public Step.Ending ending = Step.Ending.NONE;
    public boolean stdinClosed;
    private final int exitCode;

    /** @param exitCode of a child that was not told to end */
    protected DialogueDriver(Dialogue dialogue, int exitCode) {
        this.dialogue = dialogue;
        this.exitCode = exitCode;
    }

    /** Begins the dialogue; a constructor's last act. */
    protected final void open() {
        take(dialogue.opening());
    }

    protected abstract D self();

    /** What is written, if it is as this CLI needs it. */
    protected String checked(String text) {
        return text;
    }

    public static Turn user(String text) {
        return new Turn.User(List.of(new Part.Text(text)));
    }

    public static Turn assistant(String text) {
        return new Turn.Assistant(text, List.of());
    }

    /** Lines of a recorded transcript. */
    public static List<String> fixture(String name) {
        String path = "/fixtures/" + name + ".jsonl";
        try (InputStream in = Objects.requireNonNull(DialogueDriver.class.getResourceAsStream(path), path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public D feed(String... lines) {
        return feed(List.of(lines));
    }

    public D feed(List<String> lines) {
        for (String line : lines) {
            if (ending == Step.Ending.NONE) {
                take(dialogue.accept(line.getBytes(StandardCharsets.UTF_8)));
            }
        }
        return self();
    }

    public DialogueEnd end() {
        return ending == Step.Ending.NONE
                ? dialogue.end(new ExitStatus.Exited(exitCode), "")
                : dialogue.end(new ExitStatus.NotAwaited(), "");
    }

    public String text() {
        StringBuilder text = new StringBuilder();
        for (ChatEvent event : events) {
            if (event instanceof ChatEvent.TextDelta(String delta)) {
                text.append(delta);
            }
        }
        return text.toString();
    }

    public String reasoning() {
        StringBuilder text = new StringBuilder();
        for (ChatEvent event : events) {
            if (event instanceof ChatEvent.ReasoningDelta(String delta)) {
                text.append(delta);
            }
        }
        return text.toString();
    }

    public static String render(StdinLine line) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            line.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private void take(Step step) {
        events.addAll(step.events());
        for (StdinLine line : step.writes()) {
            if (stdinClosed) {
                throw new IllegalStateException("written after stdin was closed");
            }
            written.add(checked(render(line)));
        }
        stdinClosed |= step.closeStdin();
        ending = step.ending();
    }
}
