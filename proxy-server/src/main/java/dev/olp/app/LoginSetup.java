package dev.olp.app;

import dev.olp.config.CredentialSettings;
import dev.olp.config.CredentialSettings.Renewal;
import dev.olp.config.OlpConfig;
import dev.olp.config.ProviderSettings;
import dev.olp.logins.Renewers;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who renews the logins, as the configuration has it. */
final class LoginSetup {
    private static final Logger log = LoggerFactory.getLogger(LoginSetup.class);

    private LoginSetup() {}

    /**
     * Tells which logins OLP is to renew itself.
     *
     * @param before in force until now; what it had was told
     * @throws StartException where the environment leads that nowhere
     */
    static void check(OlpConfig config, Optional<OlpConfig> before, Map<String, String> environment)
            throws StartException {
        for (Map.Entry<String, ProviderSettings> settings : config.providers().entrySet()) {
            String provider = settings.getKey();
            for (String account : settings.getValue().credentials().keySet()) {
                if (renewal(config, provider, account) == Renewal.TOKEN_ENDPOINT) {
                    String endpoint = endpoint(provider, environment);
                    if (before.map(old -> renewal(old, provider, account)).orElse(Renewal.VENDOR) == Renewal.VENDOR) {
                        tell(provider, account, endpoint);
                    }
                }
            }
        }
    }

    static Renewal renewal(OlpConfig config, String provider, String account) {
        return config.providers()
                .getOrDefault(provider, ProviderSettings.DEFAULTS)
                .credentials()
                .getOrDefault(account, CredentialSettings.DEFAULTS)
                .renewal();
    }

    private static String endpoint(String provider, Map<String, String> environment) throws StartException {
        try {
            return Renewers.endpoint(provider, environment);
        } catch (IllegalArgumentException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void tell(String provider, String account, String endpoint) {
        log.atWarn()
                .addKeyValue("provider", provider)
                .addKeyValue("account", account)
                .addKeyValue("endpoint", endpoint)
                .log("renewal: token-endpoint: OLP itself renews this login, under the client id of the vendor's CLI;"
                        + " whether the vendor's terms allow that is yours to judge");
    }
}
