package dev.olp.app.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code olp audit}. */
@Command(
        name = "audit",
        description = "Read and check the log of requests.",
        mixinStandardHelpOptions = true,
        exitCodeOnInvalidInput = ExitCode.USAGE,
        exitCodeOnExecutionException = ExitCode.FAILURE)
public final class AuditCommand implements Runnable {
    @Spec
    CommandSpec spec = CommandSpec.create();

    private AuditCommand() {}

    /** The command with its subcommands, to be added to the root. */
    public static CommandLine create(CommandContext context, SealSource seals) {
        return new CommandLine(new AuditCommand())
                .addSubcommand(new AuditTailCommand(context))
                .addSubcommand(new AuditQueryCommand(context))
                .addSubcommand(new AuditExportCommand(context))
                .addSubcommand(new AuditVerifyCommand(context, seals))
                .setOut(context.console().out())
                .setErr(context.console().err());
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say which: tail, query, export or verify");
    }
}
