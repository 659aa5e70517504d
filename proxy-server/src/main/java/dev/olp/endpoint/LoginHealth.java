package dev.olp.endpoint;

import dev.olp.logins.LoginState;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A provider's login in {@code /health}: {@code login} (valid, expired or unknown), {@code login_source} (environment,
 * store, operator or null), {@code login_kind} (oauth_token, api_key or null), {@code login_expires_at}, {@code
 * login_renewal} (vendor, token-endpoint or null), and, when something is known against it, {@code login_problem} and {@code login_remedy}.
 */
final class LoginHealth {
    private LoginHealth() {}

    /** @param shown what real requests showed of it */
    static void describe(ObjectNode node, String shown, LoginState state) {
        node.put("login", state.problem() == null ? shown : "expired");
        node.put("login_source", word(state.source()));
        node.put("login_kind", word(state.kind()));
        node.put("login_expires_at", Json.text(state.expiresAt()));
        node.put("login_renewal", Json.text(state.renewedBy()));
        if (state.problem() != null) {
            node.put("login_problem", state.problem());
            node.put("login_remedy", state.remedy());
        }
    }

    private static @Nullable String word(@Nullable Enum<?> constant) {
        return constant == null ? null : constant.name().toLowerCase(Locale.ROOT);
    }
}
