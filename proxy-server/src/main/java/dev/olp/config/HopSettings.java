package dev.olp.config;

/**
 * One hop of a chain.
 *
 * @param model what this provider's CLI is given
 */
public record HopSettings(String provider, String model) {
    public HopSettings {
        if (!Providers.KNOWN.contains(provider)) {
            throw new InvalidSettingException("provider", provider, String.join(", ", Providers.KNOWN));
        }
        if (model.isBlank()) {
            throw new InvalidSettingException("model", "\"" + model + "\"", "a model id");
        }
    }
}
