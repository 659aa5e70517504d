package dev.olp.features.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads server-sent events as a strict client does: every block is exactly one {@code data:} line, with the event's name before
 * it or not, or one comment, and a blank line. Anything else is an {@link AssertionError}.
 */
public final class SseReader {
    private final InputStream in;

    public SseReader(InputStream in) {
        this.in = in;
    }

    /**
     * One block.
     *
     * @param comment whether it is a comment, and so no event
     * @param name of the event; empty for none
     * @param text what follows {@code data: } or {@code :}
     */
    public record Event(boolean comment, String name, String text) {
        public static Event comment(String text) {
            return new Event(true, "", text);
        }

        public boolean isDone() {
            return !comment && text.equals("[DONE]");
        }

        public JsonNode json() {
            return JsonMapper.shared().readTree(text);
        }

        /** The text that a chunk adds; empty without any. */
        public String content() {
            return comment || isDone()
                    ? ""
                    : json().at("/choices/0/delta/content").asString("");
        }
    }

    /** The next block; empty at the end of the body. */
    public Optional<Event> next() throws IOException {
        Optional<String> line = line();
        if (line.isEmpty()) {
            return Optional.empty();
        }
        String first = line.get();
        String name = "";
        if (first.startsWith("event: ")) {
            name = first.substring("event: ".length());
            first = line().orElse("nothing");
        }
        if (!line().orElse("nothing").isEmpty()) {
            throw new AssertionError("not followed by a blank line: " + first);
        }
        if (first.startsWith("data: ")) {
            return Optional.of(new Event(false, name, first.substring("data: ".length())));
        }
        if (first.startsWith(":") && name.isEmpty()) {
            return Optional.of(Event.comment(first.substring(1).strip()));
        }
        throw new AssertionError("neither data nor a comment: " + first);
    }

    /** All blocks to the end of the body. */
    public List<Event> all() throws IOException {
        List<Event> events = new ArrayList<>();
        for (Optional<Event> event = next(); event.isPresent(); event = next()) {
            events.add(event.get());
        }
        return events;
    }

    private Optional<String> line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                if (line.size() > 0) {
                    throw new AssertionError("the body ends within a line: " + line.toString(StandardCharsets.UTF_8));
                }
                return Optional.empty();
            }
            line.write(next);
        }
        return Optional.of(line.toString(StandardCharsets.UTF_8));
    }
}
