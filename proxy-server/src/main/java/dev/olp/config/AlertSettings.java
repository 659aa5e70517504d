package dev.olp.config;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * {@code alerts}.
 *
 * @param webhook URL that alerts are POSTed to; null for none. It may hold a secret
 */
public record AlertSettings(@Nullable Secret webhook) {
    public static final AlertSettings DEFAULTS = new AlertSettings(null);

    public AlertSettings {
        if (webhook != null && !isWeb(webhook.value())) {
            throw new InvalidSettingException("webhook", webhook, "https://host/… or http://host/…");
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
