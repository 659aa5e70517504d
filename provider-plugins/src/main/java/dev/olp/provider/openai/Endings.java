package dev.olp.provider.openai;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;

/** Ends that no event of codex's stands for. */
final class Endings {
    private Endings() {}

    static DialogueEnd fault(Fault.Kind kind, String logMessage) {
        return new DialogueEnd.Failed(Fault.of(kind, ErrorText.forLog(logMessage)));
    }

    /** The output ended without a terminal event, whatever the exit status says. */
    static DialogueEnd unexplained(ExitStatus exit, String stderrTail) {
        String how = switch (exit) {
            case ExitStatus.Exited exited -> "exited with " + exited.code();
            case ExitStatus.Signalled signalled -> "ended by signal " + signalled.signal();
            case ExitStatus.NotStarted ignored -> "not started";
            case ExitStatus.NotAwaited ignored -> "not awaited";
        };
        return fault(Fault.Kind.CLI_FAILED, "codex " + how + " without a terminal event: " + stderrTail.strip());
    }
}
