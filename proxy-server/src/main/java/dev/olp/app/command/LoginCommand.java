package dev.olp.app.command;

import dev.olp.config.ConfigException;
import dev.olp.config.ConfigLoader;
import dev.olp.config.Home;
import dev.olp.config.ProviderSettings;
import dev.olp.isolation.SandboxException;
import dev.olp.logins.LoginPlaces;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.logins.LoginState;
import dev.olp.logins.LoginStore;
import dev.olp.logins.SignIn;
import dev.olp.provider.Login;
import dev.olp.provider.Provider;
import dev.olp.provider.builtin.Providers;
import dev.olp.run.BinaryLocator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code olp login}: fills OLP's store of logins, or shows what is in it. */
@Command(
        name = "login",
        description = {
            "Log in at a provider for OLP alone, by the vendor's own command in this terminal, or keep a key.",
            "A running server takes the new login up by itself. The login is kept in the home's folder logins, mode 0600."
        })
public final class LoginCommand extends HomeCommand {
    private final InputStream in;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "PROVIDER",
            description = "anthropic, openai or mistral (a key only).")
    @Nullable
    String provider;

    @Option(
            names = "--account",
            paramLabel = "ACCOUNT",
            defaultValue = "default",
            description = "A name for it, where a provider has several; ${DEFAULT-VALUE} if left out.")
    String account = "default";

    @ArgGroup
    @Nullable
    Way way;

    private LoginCommand(CommandContext context, InputStream in) {
        super(context);
        this.in = in;
    }

    /** One of them, or the vendor's own command. */
    static final class Way {
        @Option(names = "--api-key-stdin", description = "Keep the API key that comes on standard input.")
        boolean apiKey;

        @Option(
                names = "--token-stdin",
                description = "Keep the long-lived token that comes on standard input, made by `claude setup-token`.")
        boolean token;

        @Option(
                names = "--device",
                description = "openai: by a code for another device's browser, for a machine without one.")
        boolean device;

        @Option(names = "--list", description = "Show all logins and their state, without secrets.")
        boolean list;
    }

    /** The command, to be added to the root. */
    public static CommandLine create(CommandContext context, InputStream in) {
        return new CommandLine(new LoginCommand(context, in))
                .setOut(context.console().out())
                .setErr(context.console().err());
    }

    @Override
    int run() throws ConfigException, UsageException, CommandFailure {
        Home home = Home.open(context.environment());
        LoginPlaces places = new LoginPlaces(context.environment(), home.logins());
        LoginStore store = new LoginStore(places);
        try {
            if (way != null && way.list) {
                return list(places, store);
            }
            String named = checked();
            logIn(named, home, store);
            show(named, places);
            return ExitCode.OK;
        } catch (NoLogin e) {
            throw new CommandFailure(ExitCode.AUTH, "no login: " + e.problem() + "; " + e.remedy());
        } catch (IOException | SandboxException e) {
            throw new CommandFailure(ExitCode.FAILURE, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.FAILURE, "interrupted");
        }
    }

    private String checked() throws UsageException {
        if (provider == null || !LoginPlaces.isProvider(provider)) {
            throw new UsageException(
                    "PROVIDER: " + provider + " (expected: one of " + String.join(", ", LoginPlaces.providers()) + ")");
        }
        if (!LoginPlaces.isAccount(account)) {
            throw new UsageException("--account: " + account
                    + " (expected: up to 32 letters, digits, - and _, the first a letter or digit)");
        }
        return provider;
    }

    private void logIn(String named, Home home, LoginStore store)
            throws ConfigException, UsageException, CommandFailure, IOException, NoLogin, SandboxException,
                    InterruptedException {
        if (way != null && way.apiKey) {
            store.keep(named, account, Login.Kind.API_KEY, SecretInput.apiKey(in, named));
        } else if (way != null && way.token) {
            store.keep(named, account, Login.Kind.OAUTH_TOKEN, SecretInput.token(in, named));
        } else if (SignIn.isPossible(named)) {
            new SignIn(store, context.environment())
                    .run(named, account, binary(named, home), way != null && way.device);
        } else {
            throw new UsageException(named + " has keys only: `olp login " + named + " --api-key-stdin < FILE`");
        }
    }

    private Path binary(String named, Home home) throws ConfigException, CommandFailure {
        ProviderSettings settings = ConfigLoader.load(context.environment(), home.root())
                .config()
                .providers()
                .get(named);
        String command = Providers.builtIn().stream()
                .filter(adapter -> adapter.id().equals(named))
                .map(Provider::hints)
                .findFirst()
                .orElseThrow()
                .commandName();
        return new BinaryLocator(context.environment().get("PATH"))
                .find(settings == null ? null : settings.binary(), command)
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.FAILURE,
                        "no " + command + " was found: install it, or set providers." + named + ".binary"));
    }

    private void show(String named, LoginPlaces places) {
        LoginState state = places.state(named, account, context.clock().instant());
        if (json) {
            printJson(LoginJson.of(named, account, state));
            return;
        }
        context.console().line("Logged in at " + named + " as account " + account + ".");
        if (state.source() == LoginState.Source.ENVIRONMENT) {
            context.console()
                    .note(
                            "A variable of the environment comes before it; unset it where OLP runs, or this login stays unused.");
        }
    }

    private int list(LoginPlaces places, LoginStore store) throws IOException {
        List<Map<String, @Nullable Object>> all =
                LoginJson.all(places, store, context.clock().instant());
        if (json) {
            printJson(Map.of("logins", all));
            return ExitCode.OK;
        }
        context.console().line(LoginJson.row("PROVIDER", "ACCOUNT", "SOURCE", "KIND", "EXPIRES", "PROBLEM"));
        all.forEach(login -> context.console().line(LoginJson.row(login)));
        return ExitCode.OK;
    }
}
