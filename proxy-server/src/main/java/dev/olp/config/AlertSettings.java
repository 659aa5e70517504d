package dev.olp.config;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * {@code alerts}.
 *
 * @param webhook URL that alerts are POSTed to; null for none. It may hold a secret
 * @param planPercentThreshold told once so much of an account's window is used; null for never
 */
public record AlertSettings(
        @Nullable Secret webhook, @Nullable Integer planPercentThreshold) {
    public static final AlertSettings DEFAULTS = new AlertSettings(null, 90);

    public AlertSettings {
        if (webhook != null && !isWeb(webhook.value())) {
            throw new InvalidSettingException("webhook", webhook, "https://host/… or http://host/…");
        }
        if (planPercentThreshold != null) {
            Checks.range("planPercentThreshold", planPercentThreshold, 1, 100);
        }
    }

    private static boolean isWeb(String text) {
        try {
            URI url = new URI(text);
            return ("https".equals(url.getScheme()) || "http".equals(url.getScheme())) && url.getHost() != null;
        } catch (URISyntaxException notOne) {
            return false;
        }
    }
}
