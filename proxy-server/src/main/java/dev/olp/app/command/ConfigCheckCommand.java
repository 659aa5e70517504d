package dev.olp.app.command;

import dev.olp.config.ConfigException;
import dev.olp.config.Home;
import dev.olp.config.LoadedConfig;
import dev.olp.config.StartChecks;
import dev.olp.config.TlsPair;
import dev.olp.config.TlsSettings;
import dev.olp.store.sqlite.SqliteKeyStore;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code olp config check}: says all that would keep {@code olp serve} from starting with this configuration. */
@Command(name = "check", description = "Check the configuration as a start would.")
final class ConfigCheckCommand extends HomeCommand {
    ConfigCheckCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run() throws ConfigException {
        LoadedConfig loaded = ConfigCommand.load(context);
        List<String> refusals = new ArrayList<>(StartChecks.refusals(loaded, activeKeys()));
        TlsSettings tls = loaded.config().server().tls();
        if (tls.enabled()) {
            addTo(refusals, tls);
        }
        if (json) {
            printJson(Map.of(
                    "ok",
                    refusals.isEmpty(),
                    "problems",
                    refusals.stream().map(refusal -> Map.of("message", refusal)).toList()));
        } else if (refusals.isEmpty()) {
            context.console().line("The configuration is valid.");
        } else {
            refusals.forEach(context.console()::note);
        }
        return refusals.isEmpty() ? ExitCode.OK : ExitCode.FAILURE;
    }

    private void addTo(List<String> refusals, TlsSettings tls) {
        try {
            var _ = TlsPair.read(tls, context.clock().instant());
        } catch (ConfigException e) {
            refusals.add(String.valueOf(e.getMessage()));
        }
    }

    private int activeKeys() throws ConfigException {
        if (!Files.exists(Home.locate(context.environment()).database())) {
            return 0;
        }
        Instant now = context.clock().instant();
        try (SqliteKeyStore keys = KeysCommand.open(context)) {
            return (int) keys.list().stream().filter(key -> key.isActive(now)).count();
        }
    }
}
