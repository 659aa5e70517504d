package dev.olp.app.command;

import dev.olp.logins.LoginPlaces;
import dev.olp.logins.LoginState;
import dev.olp.logins.LoginStore;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Logins as the command line shows them: no secret, no path. */
final class LoginJson {
    private LoginJson() {}

    static Map<String, @Nullable Object> of(String provider, String account, LoginState state) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("ok", state.problem() == null);
        map.put("provider", provider);
        map.put("account", account);
        map.put("source", word(state.source()));
        map.put("kind", word(state.kind()));
        map.put(
                "expires_at",
                state.expiresAt() == null ? null : state.expiresAt().toString());
        map.put("renewable", state.renewable());
        map.put("problem", state.problem());
        map.put("remedy", state.remedy());
        return map;
    }

    /** Each provider's default account, and all that the store has. */
    static List<Map<String, @Nullable Object>> all(LoginPlaces places, LoginStore store, Instant now)
            throws IOException {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        for (String provider : LoginPlaces.providers()) {
            TreeSet<String> accounts = new TreeSet<>(store.accounts(provider));
            accounts.add("default");
            accounts.forEach(account -> all.add(of(provider, account, places.state(provider, account, now))));
        }
        return all;
    }

    static String row(Map<String, @Nullable Object> login) {
        String problem = Objects.toString(login.get("problem"), "");
        return row(
                text(login, "provider"),
                text(login, "account"),
                text(login, "source"),
                text(login, "kind"),
                text(login, "expires_at"),
                problem.isEmpty() ? "" : problem + ": " + text(login, "remedy"));
    }

    static String row(String provider, String account, String source, String kind, String expires, String problem) {
        return "%-10s %-12s %-12s %-12s %-21s %s"
                .formatted(provider, account, source, kind, expires, problem)
                .stripTrailing();
    }

    private static String text(Map<String, @Nullable Object> login, String name) {
        return Objects.toString(login.get(name), "-");
    }

    private static @Nullable String word(@Nullable Enum<?> constant) {
        return constant == null ? null : constant.name().toLowerCase(Locale.ROOT);
    }
}
