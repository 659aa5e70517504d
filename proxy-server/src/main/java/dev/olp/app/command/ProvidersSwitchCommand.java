package dev.olp.app.command;

import dev.olp.config.ConfigChange;
import dev.olp.config.ConfigException;
import dev.olp.config.Home;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code olp providers enable|disable NAME}: {@code providers.NAME.enabled} in {@code config.json}. */
abstract class ProvidersSwitchCommand extends HomeCommand {
    private final boolean enabled;

    @Parameters(paramLabel = "NAME", description = "A provider's id, for example anthropic.")
    private String name = "";

    ProvidersSwitchCommand(CommandContext context, boolean enabled) {
        super(context);
        this.enabled = enabled;
    }

    @Command(name = "enable", description = "Switch a provider on in the configuration.")
    static final class Enable extends ProvidersSwitchCommand {
        Enable(CommandContext context) {
            super(context, true);
        }
    }

    @Command(name = "disable", description = "Switch a provider off in the configuration.")
    static final class Disable extends ProvidersSwitchCommand {
        Disable(CommandContext context) {
            super(context, false);
        }
    }

    @Override
    int run() throws ConfigException, CommandFailure {
        Home home = Home.open(context.environment());
        boolean changed;
        try {
            changed = ConfigChange.enable(context.environment(), home, name, enabled);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILURE, home.configFile() + " cannot be written: " + e);
        }
        if (json) {
            Map<String, Object> done = new LinkedHashMap<>();
            done.put("ok", true);
            done.put("provider", name);
            done.put("enabled", enabled);
            done.put("changed", changed);
            done.put("file", home.configFile().toString());
            printJson(done);
        } else {
            String state = enabled ? "on" : "off";
            context.console()
                    .line(
                            changed
                                    ? "%s is switched %s in %s; a running server takes it in some seconds."
                                            .formatted(name, state, home.configFile())
                                    : "%s was switched %s already.".formatted(name, state));
        }
        return ExitCode.OK;
    }
}
