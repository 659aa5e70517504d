package dev.olp.app.command;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olp completion}: a script for the shell. One serves both: in zsh it turns on the completion of bash itself. */
@Command(
        name = "completion",
        description = "Print a script that completes commands: source <(olp completion bash)",
        mixinStandardHelpOptions = true,
        exitCodeOnInvalidInput = ExitCode.USAGE,
        exitCodeOnExecutionException = ExitCode.FAILURE)
public final class CompletionCommand implements Runnable {
    private final CommandContext context;

    @Spec
    CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    private Shell shell = Shell.bash;

    public CompletionCommand(CommandContext context) {
        this.context = context;
    }

    /** What is completed in; spelled as it is called. */
    private enum Shell {
        bash,
        zsh
    }

    @Override
    public void run() {
        if (shell == Shell.zsh) {
            context.console().line("autoload -U +X compinit && compinit");
        }
        context.console().line(AutoComplete.bash("olp", spec.root().commandLine()));
    }
}
