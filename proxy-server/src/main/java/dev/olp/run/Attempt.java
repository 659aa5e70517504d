package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.isolation.ChildSignal;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.SandboxedRun.Stop;
import dev.olp.isolation.contract.ExitStatus;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.Dialogue;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Step;
import dev.olp.run.AnswerListener.Wish;
import dev.olp.run.Cancellation.Cancelled;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * One conversation with one running child: lines in, events out, until the dialogue, the listener, a time limit or the
 * child ends it. Never returns an answer without a positive end.
 *
 * <pre>
 * opening ─▶ talking ─(dialogue ends | child exits)─▶ Finished | Failed
 *               ├─(listener has enough)─▶ Finished, child killed
 *               ├─(first output, idle or total time is up)─▶ Failed(TIMEOUT), child killed
 *               └─(cancelled | client gone)─▶ thrown, child killed by close
 * </pre>
 */
final class Attempt {
    private static final Duration EXIT_GRACE = Duration.ofSeconds(5);
    /** Characters of text, reasoning and calls together; no model's window comes near. */
    private static final long MOST_CHARACTERS = 8L << 20;

    private final SandboxedRun run;
    private final Dialogue dialogue;
    private final AnswerListener listener;
    private final RunSettings settings;
    private final Cancellation cancellation;
    private final Silence silence;
    private final LongSupplier ticker;
    private final UsageMeter usage;
    private boolean answering;
    private long characters;

    Attempt(
            SandboxedRun run,
            Dialogue dialogue,
            AnswerListener listener,
            RunSettings settings,
            Cancellation cancellation,
            Silence silence,
            LongSupplier ticker,
            UsageMeter usage) {
        this.run = run;
        this.dialogue = dialogue;
        this.listener = listener;
        this.settings = settings;
        this.cancellation = cancellation;
        this.silence = silence;
        this.ticker = ticker;
        this.usage = usage;
    }

    /** Talks until the end. The child may still be running when this returns. */
    DialogueEnd converse() throws Cancelled, ClientGone, InterruptedException {
        long started = ticker.getAsLong();
        Step step = dialogue.opening();
        while (true) {
            Wish wish = carryOut(step);
            if (characters > MOST_CHARACTERS) {
                run.stop(Stop.KILL);
                return failed(Fault.Kind.PROTOCOL, "output cap passed: text");
            }
            if (wish != Wish.MORE) {
                run.stop(Stop.KILL);
                return usage.cutShort(wish == Wish.STOP_HERE ? FinishReason.STOP : FinishReason.LENGTH);
            }
            if (step.ending() != Step.Ending.NONE) {
                endChild(step.ending());
                return dialogue.end(new ExitStatus.NotAwaited(), run.stderrTail());
            }
            switch (await(started)) {
                case ChildSignal.Line line -> step = dialogue.accept(line.bytes());
                case ChildSignal.OutputEnded _ -> {
                    ExitStatus exit = exit();
                    return exit instanceof ExitStatus.NotStarted
                            ? failed(Fault.Kind.SANDBOX_UNAVAILABLE, run.stderrTail())
                            : dialogue.end(exit, run.stderrTail());
                }
                case ChildSignal.LimitExceeded limit -> {
                    run.stop(Stop.KILL);
                    return failed(Fault.Kind.PROTOCOL, "output cap passed: " + limit.cap());
                }
                case ChildSignal.TimedOut _ -> {
                    run.stop(Stop.KILL);
                    return failed(Fault.Kind.TIMEOUT, timeoutReason(started));
                }
                case ChildSignal.Interrupted _ -> {
                    cancellation.check();
                    return failed(Fault.Kind.CLI_FAILED, "the run was interrupted");
                }
            }
        }
    }

    private Wish carryOut(Step step) throws ClientGone, InterruptedException {
        for (ChatEvent event : step.events()) {
            usage.observe(event);
            characters += length(event);
            answering |= characters > 0;
            Wish wish = listener.event(event);
            if (wish != Wish.MORE) {
                return wish;
            }
        }
        step.writes().forEach(run::write);
        if (step.closeStdin()) {
            run.closeStdin();
        }
        return Wish.MORE;
    }

    private static int length(ChatEvent event) {
        return switch (event) {
            case ChatEvent.TextDelta delta -> delta.text().length();
            case ChatEvent.ReasoningDelta delta -> delta.text().length();
            case ChatEvent.ThoughtSealed thought -> thought.seal().length();
            case ChatEvent.ToolCallStart call ->
                call.id().length() + call.name().length() + 1;
            case ChatEvent.ToolCallDelta delta -> delta.arguments().length();
            case ChatEvent.UsageReport _, ChatEvent.RateLimitReport _, ChatEvent.StopMet _ -> 0;
        };
    }

    /** The next signal; sends heartbeats meanwhile. Time that the client takes to read is not the child's idleness. */
    private ChildSignal await(long started) throws Cancelled, ClientGone, InterruptedException {
        long idleSince = ticker.getAsLong();
        while (true) {
            long now = ticker.getAsLong();
            long left = Math.min(settings.idleTimeout().toNanos() - (now - idleSince), remaining(started, now));
            if (left <= 0) {
                return new ChildSignal.TimedOut();
            }
            ChildSignal signal = run.next(Duration.ofNanos(Math.max(0, Math.min(left, silence.nanosUntilDue()))));
            if (!(signal instanceof ChildSignal.TimedOut)) {
                return signal;
            }
            cancellation.check();
            silence.beatIfDue();
        }
    }

    private long remaining(long started, long now) {
        long total = settings.totalTimeout().toNanos() - (now - started);
        return answering ? total : Math.min(total, settings.firstOutputTimeout().toNanos() - (now - started));
    }

    private String timeoutReason(long started) {
        long now = ticker.getAsLong();
        if (now - started >= settings.totalTimeout().toNanos()) {
            return "no end within %d ms".formatted(settings.totalTimeout().toMillis());
        }
        if (!answering && now - started >= settings.firstOutputTimeout().toNanos()) {
            return "no output within %d ms"
                    .formatted(settings.firstOutputTimeout().toMillis());
        }
        return "silent for %d ms".formatted(settings.idleTimeout().toMillis());
    }

    private void endChild(Step.Ending ending) {
        switch (ending) {
            case KILL -> run.stop(Stop.KILL);
            case TERMINATE -> run.stop(Stop.TERMINATE);
            case LINGER -> run.closeStdin();
            case NONE -> throw new IllegalArgumentException("no ending");
        }
    }

    private ExitStatus exit() throws InterruptedException {
        ExitStatus exit = run.awaitExit(EXIT_GRACE);
        if (exit instanceof ExitStatus.NotAwaited) {
            run.stop(Stop.KILL);
        }
        return exit;
    }

    private static DialogueEnd failed(Fault.Kind kind, String logMessage) {
        return new DialogueEnd.Failed(Fault.of(kind, logMessage));
    }
}
