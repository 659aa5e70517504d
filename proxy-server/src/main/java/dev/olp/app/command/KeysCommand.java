package dev.olp.app.command;

import dev.olp.auth.Tokens;
import dev.olp.config.ConfigException;
import dev.olp.config.Home;
import dev.olp.store.sqlite.Schema;
import dev.olp.store.sqlite.SqliteDatabase;
import dev.olp.store.sqlite.SqliteKeyStore;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code olp keys}. */
@Command(
        name = "keys",
        description = "Make, show, change and end keys, in the running server or in the home.",
        mixinStandardHelpOptions = true,
        exitCodeOnInvalidInput = ExitCode.USAGE,
        exitCodeOnExecutionException = ExitCode.FAILURE)
public final class KeysCommand implements Runnable {
    @Spec
    CommandSpec spec = CommandSpec.create();

    private KeysCommand() {}

    /** The command with its subcommands, to be added to the root. */
    public static CommandLine create(CommandContext context) {
        return new CommandLine(new KeysCommand())
                .addSubcommand(new KeysCreateCommand(context))
                .addSubcommand(new KeysListCommand(context))
                .addSubcommand(new KeysShowCommand(context))
                .addSubcommand(new KeysSetCommand(context))
                .addSubcommand(new KeysRotateCommand(context))
                .addSubcommand(new KeysRevokeCommand(context))
                .addSubcommand(new KeysInviteCommand(context))
                .addSubcommand(new KeysEraseCommand(context))
                .addSubcommand(new KeysImportCommand(context))
                .addSubcommand(new KeysExportCommand(context))
                .addSubcommand(new KeysLimitsCommand(context))
                .setOut(context.console().out())
                .setErr(context.console().err());
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Say which: create, list, show, set, limits, rotate, revoke, invite, erase, import or export");
    }

    static SqliteKeyStore open(CommandContext context) throws ConfigException {
        Home home = Home.open(context.environment());
        Tokens tokens = new Tokens(context.random());
        return new SqliteKeyStore(SqliteDatabase.open(home.database(), Schema.KEYS), tokens::createKeyId);
    }
}
