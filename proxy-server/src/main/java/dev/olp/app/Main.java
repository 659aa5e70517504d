package dev.olp.app;

import dev.olp.app.command.AuditCommand;
import dev.olp.app.command.CacheCommand;
import dev.olp.app.command.ChainsCommand;
import dev.olp.app.command.CommandContext;
import dev.olp.app.command.CompletionCommand;
import dev.olp.app.command.ConfigCommand;
import dev.olp.app.command.Console;
import dev.olp.app.command.DrainCommand;
import dev.olp.app.command.ExitCode;
import dev.olp.app.command.HealthCommand;
import dev.olp.app.command.KeysCommand;
import dev.olp.app.command.LoginCommand;
import dev.olp.app.command.LogsCommand;
import dev.olp.app.command.ModelsCommand;
import dev.olp.app.command.ProvidersCommand;
import dev.olp.app.command.StatusCommand;
import dev.olp.app.command.Terminals;
import dev.olp.app.command.UsageCommand;
import dev.olp.app.demo.DemoCommand;
import java.io.InputStream;
import java.security.SecureRandom;
import java.time.Clock;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code olp} command. */
@Command(
        name = "olp",
        description = "One OpenAI-compatible endpoint in front of the coding CLIs that you already pay for.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        exitCodeOnInvalidInput = ExitCode.USAGE,
        exitCodeOnExecutionException = ExitCode.FAILURE)
public final class Main implements Runnable {
    @Spec
    CommandSpec spec = CommandSpec.create();

    private Main() {}

    /** Runs a command and exits with its code. */
    public static void main(String[] args) {
        PrivateTempFolder.removeAtExit(System.getProperties());
        Console console = new Console(System.out, System.err, Terminals.ofThisProcess());
        System.exit(run(
                new CommandContext(System.getenv(), console, Clock.systemUTC(), new SecureRandom()),
                System.in,
                System.getProperty("os.name"),
                args));
    }

    static int run(CommandContext context, InputStream in, String system, String... args) {
        if (!"Linux".equals(system)) {
            context.console().note("OLP runs on Linux only; this is " + system + ".");
            return 1;
        }
        return commands(context, in, args)
                .setOut(context.console().out())
                .setErr(context.console().err())
                .execute(args);
    }

    /** All of them, but for the start of a server, which reads the annotations of no other: that takes a tenth of it. */
    private static CommandLine commands(CommandContext context, InputStream in, String... args) {
        CommandLine olp = new CommandLine(new Main()).addSubcommand(new ServeCommand(context));
        if (args.length > 0 && args[0].equals("serve")) {
            return olp;
        }
        return olp.addSubcommand(KeysCommand.create(context))
                .addSubcommand(AuditCommand.create(context, home -> AuditSetup.seals(home, context.random())))
                .addSubcommand(ConfigCommand.create(context))
                .addSubcommand(LoginCommand.create(context, in))
                .addSubcommand(new StatusCommand(context))
                .addSubcommand(new HealthCommand(context))
                .addSubcommand(new UsageCommand(context))
                .addSubcommand(new ModelsCommand(context))
                .addSubcommand(ProvidersCommand.create(context))
                .addSubcommand(ChainsCommand.create(context))
                .addSubcommand(CacheCommand.create(context))
                .addSubcommand(new LogsCommand(context))
                .addSubcommand(new DrainCommand(context))
                .addSubcommand(new CompletionCommand(context))
                .addSubcommand(new DemoCommand(context, new DemoServerStart()))
                .addSubcommand(new SelftestCommand(context))
                .addSubcommand(new VersionCommand(context.console()));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do");
    }
}
