package dev.olp.config;

import org.jspecify.annotations.Nullable;

/**
 * {@code server.tls}: both files or neither.
 *
 * @param certificate PEM chain, absolute path; null for plain HTTP
 * @param key PEM private key, absolute path; both are read again when they change
 */
public record TlsSettings(
        @Nullable String certificate, @Nullable String key) {
    public static final TlsSettings DEFAULTS = new TlsSettings(null, null);

    public TlsSettings {
        Checks.absolutePath("certificate", certificate);
        Checks.absolutePath("key", key);
        if (certificate == null && key != null) {
            throw new InvalidSettingException("key", key, "null, or a certificate beside it");
        }
        if (certificate != null && key == null) {
            throw new InvalidSettingException("certificate", certificate, "null, or a key beside it");
        }
    }

    public boolean enabled() {
        return certificate != null;
    }
}
