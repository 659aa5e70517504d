package dev.olp.logins;

import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.logins.LoginState.Source;
import dev.olp.provider.Login;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where logins are looked for, in this order: the server's environment; OLP's store, {@code
 * <store>/<provider>/<account>/}, in it first what needs no renewal; for the default account the file of the vendor's CLI
 * in the home of the user that runs OLP.
 */
public final class LoginPlaces {
    /** An account's name is a folder's. */
    private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,31}");

    private static final Map<String, LoginFormat> VENDORS =
            Map.of("anthropic", new ClaudeFormat(), "openai", new CodexFormat(), "mistral", new VibeFormat());

    private final Map<String, String> environment;
    private final Path store;

    /**
     * Names the places.
     *
     * @param environment the server's own
     * @param store OLP's logins folder; it need not exist
     */
    public LoginPlaces(Map<String, String> environment, Path store) {
        this.environment = Map.copyOf(environment);
        this.store = store;
    }

    public static boolean isAccount(String name) {
        return ACCOUNT.matcher(name).matches();
    }

    public static boolean isProvider(String id) {
        return VENDORS.containsKey(id);
    }

    /** Of all providers, in alphabetical order. */
    public static List<String> providers() {
        return VENDORS.keySet().stream().sorted().toList();
    }

    /** The first that is there. */
    Optional<Place> find(String provider, String account) {
        if (!isProvider(provider) || !isAccount(account)) {
            return Optional.empty();
        }
        boolean isDefault = account.equals(Remedies.DEFAULT_ACCOUNT);
        Optional<Place> fixed = isDefault ? variable(provider) : Optional.empty();
        return fixed.or(() -> files(provider, account, isDefault).stream()
                .filter(place -> place.file().exists())
                .map(Place.class::cast)
                .findFirst());
    }

    /** What can be seen of an account's login without asking anybody. */
    public LoginState state(String provider, String account, Instant now) {
        Optional<Place> found = find(provider, account);
        String again = Remedies.login(provider, account);
        if (found.isEmpty()) {
            return LoginState.troubled(null, new NoLogin("there is none", again));
        }
        Source source = found.get().source();
        try {
            StoredLogin stored = found.get().read();
            LoginState seen = stored.state(source);
            return stored.renewable() || stored.livesFor(Duration.ZERO, now)
                    ? seen
                    : seen.with(StoredLogin.expired(again));
        } catch (NoLogin e) {
            return LoginState.troubled(source, e);
        }
    }

    /** The account's own folder. */
    Path folder(String provider, String account) {
        return store.resolve(provider).resolve(account);
    }

    Path store() {
        return store;
    }

    static LoginFormat vendor(String provider) {
        LoginFormat format = VENDORS.get(provider);
        if (format == null) {
            throw new IllegalArgumentException(
                    "provider: " + provider + " (expected: one of " + VENDORS.keySet() + ")");
        }
        return format;
    }

    /** What changes when another login takes its place, by a renewal never, and tells nothing of it: what a one-way function makes of whose it is. */
    public String mark(String provider, String account, UnaryOperator<String> oneWay) {
        try {
            Optional<Place> place = find(provider, account);
            return oneWay.apply(place.isPresent() ? LoginIdentity.of(place.get()) : "");
        } catch (NoLogin e) {
            return oneWay.apply("");
        }
    }

    private Optional<Place> variable(String provider) {
        return switch (provider) {
            case "anthropic" ->
                variable("CLAUDE_CODE_OAUTH_TOKEN", Login.Kind.OAUTH_TOKEN)
                        .or(() -> variable("ANTHROPIC_API_KEY", Login.Kind.API_KEY));
            case "openai" -> variable("CODEX_API_KEY", Login.Kind.API_KEY);
            case "mistral" -> variable("MISTRAL_API_KEY", Login.Kind.API_KEY);
            default -> Optional.empty();
        };
    }

    private Optional<Place> variable(String name, Login.Kind kind) {
        String value = environment.get(name);
        return value == null || value.isBlank()
                ? Optional.empty()
                : Optional.of(new Place.Variable(name, new Login(kind, value.strip(), null)));
    }

    private List<Place.InFile> files(String provider, String account, boolean isDefault) {
        LoginFormat vendor = vendor(provider);
        List<Place.InFile> files = new ArrayList<>();
        Path own = folder(provider, account);
        for (LoginFormat format :
                List.of(new PlainFormat(Login.Kind.API_KEY), new PlainFormat(Login.Kind.OAUTH_TOKEN), vendor)) {
            files.add(place(Source.STORE, own, format, provider, account));
        }
        Path operators = isDefault ? operatorsFolder(provider) : null;
        if (operators != null) {
            files.add(place(Source.OPERATOR, operators, vendor, provider, account));
        }
        return files;
    }

    private static Place.InFile place(Source source, Path folder, LoginFormat format, String provider, String account) {
        return new Place.InFile(
                source, new LoginFile(folder.resolve(format.fileName()), format, Remedies.login(provider, account)));
    }

    private @Nullable Path operatorsFolder(String provider) {
        return switch (provider) {
            case "anthropic" -> operatorsFolder("CLAUDE_CONFIG_DIR", ".claude");
            case "openai" -> operatorsFolder("CODEX_HOME", ".codex");
            default -> operatorsFolder("VIBE_HOME", ".vibe");
        };
    }

    private @Nullable Path operatorsFolder(String variable, String usual) {
        String named = environment.getOrDefault(variable, "");
        if (!named.isBlank()) {
            return Path.of(named);
        }
        String home = environment.getOrDefault("HOME", "");
        return home.isBlank() ? null : Path.of(home, usual);
    }

    /** Where a login is. */
    sealed interface Place {
        Source source();

        StoredLogin read() throws NoLogin;

        /** A variable of the environment. */
        record Variable(String name, Login login) implements Place {
            @Override
            public Source source() {
                return Source.ENVIRONMENT;
            }

            @Override
            public StoredLogin read() {
                return new StoredLogin(login, null, false);
            }
        }

        /** A file. */
        record InFile(Source source, LoginFile file) implements Place {
            @Override
            public StoredLogin read() throws NoLogin {
                return file.read();
            }
        }
    }
}
