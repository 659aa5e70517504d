package dev.olp.config;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One hop of a chain.
 *
 * @param model what this provider's CLI is given
 * @param account which of its logins; {@code *} for all that {@code credentials} names, one after the other; null for
 *     {@code default}
 */
public record HopSettings(
        String provider, String model, @Nullable String account) {
    private static final Pattern ACCOUNT = Pattern.compile("\\*|[A-Za-z0-9][A-Za-z0-9_-]{0,31}");

    public HopSettings {
        if (!Providers.KNOWN.contains(provider)) {
            throw new InvalidSettingException("provider", provider, String.join(", ", Providers.KNOWN));
        }
        if (model.isBlank()) {
            throw new InvalidSettingException("model", "\"" + model + "\"", "a model id");
        }
        if (account != null && !ACCOUNT.matcher(account).matches()) {
            throw new InvalidSettingException("account", "\"" + account + "\"", "an account's name, or *");
        }
    }
}
