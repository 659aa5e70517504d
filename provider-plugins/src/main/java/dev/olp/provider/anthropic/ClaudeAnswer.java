package dev.olp.provider.anthropic;

import dev.olp.provider.common.JsonFields;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What was relayed of the answer and what claude says of it elsewhere, kept apart so that they can be compared: a cut
 * stream that the CLI mended behind our back must not pass for a whole answer.
 */
final class ClaudeAnswer {
    private final StringBuilder relayed = new StringBuilder();
    private final StringBuilder lastBlock = new StringBuilder();
    private final StringBuilder aggregate = new StringBuilder();
    private boolean started;
    private boolean reasoned;
    private boolean called;
    private boolean stopped;
    private @Nullable String stopReason;

    /** A message begins; false when one that was already relayed in part would be told again. */
    boolean start() {
        boolean again = started && (!relayed.isEmpty() || reasoned || called);
        started = true;
        stopped = false;
        stopReason = null;
        return !again;
    }

    void startTextBlock() {
        lastBlock.setLength(0);
    }

    void relayText(String text) {
        relayed.append(text);
        lastBlock.append(text);
    }

    void relayReasoning() {
        reasoned = true;
    }

    void relayCall() {
        called = true;
    }

    void stopReason(String reason) {
        stopReason = reason;
    }

    void stop() {
        stopped = true;
    }

    /** A whole {@code assistant} line of the model: its text is used when no delta came. */
    void take(JsonNode message) {
        JsonNode content = message.get("content");
        if (content != null && content.isArray()) {
            for (JsonNode block : content) {
                if (Objects.equals(JsonFields.text(block, "type"), "text")) {
                    aggregate.append(JsonFields.textOrEmpty(block, "text"));
                }
            }
        }
    }

    boolean hasText() {
        return !relayed.isEmpty();
    }

    /** Whether there is more than blanks; where there is not, claude asks the model for a visible text. */
    boolean isVisible() {
        return !relayed.toString().isBlank();
    }

    boolean isStopped() {
        return stopReason != null;
    }

    /** What must still be told, given the final result's text; {@code ""} for nothing. */
    String missing(String result) {
        if (hasText()) {
            return "";
        }
        return aggregate.isEmpty() ? result : aggregate.toString();
    }

    /**
     * Why the final result, though it claims success, is none.
     *
     * @param result the final result's text: that of the last text block; {@code ""} when it has none
     * @return null when all fits
     */
    @Nullable
    String contradiction(String result) {
        if (started && stopReason == null) {
            return stopped ? "a message stopped without a reason" : "a message never stopped";
        }
        if (hasText()) {
            return fits(result) ? null : "the text relayed is not that of the result";
        }
        boolean empty = aggregate.isEmpty() && result.isEmpty();
        return empty && !started ? "an empty result without a message" : null;
    }

    private boolean fits(String result) {
        String all = relayed.toString().strip();
        String told = result.isBlank() ? aggregate.toString().strip() : result.strip();
        return told.equals(all) || told.equals(lastBlock.toString().strip()) || told.isEmpty();
    }
}
