package dev.olp.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Sets values in {@code config.json}: only what is valid as a whole takes its place, and at once. */
public final class ConfigChange {
    private ConfigChange() {}

    /**
     * Switches a provider on or off.
     *
     * @return whether that is new
     * @throws ConfigException when the file, before or after, is not valid
     */
    public static boolean enable(Map<String, String> environment, Home home, String provider, boolean enabled)
            throws ConfigException, IOException {
        LoadedConfig before = ConfigLoader.load(environment, home.root());
        ProviderSettings settings = before.config().providers().get(provider);
        if (settings != null && settings.enabled() == enabled) {
            return false;
        }
        Path file = home.configFile();
        ConfigText text = new ConfigText(Files.exists(file) ? Files.readString(file) : "");
        List<String> ofTheSeed = List.of("providers", "enabled", provider);
        List<String> path = text.has(ofTheSeed) ? ofTheSeed : List.of("providers", provider, "enabled");
        String after;
        try {
            after = text.with(path, Boolean.toString(enabled));
        } catch (IllegalArgumentException e) {
            throw new ConfigException(
                    List.of(new Problem("providers", "", "objects: " + e.getMessage(), ConfigLoader.FILE)));
        }
        replace(environment, home, after);
        return true;
    }

    private static void replace(Map<String, String> environment, Home home, String text)
            throws ConfigException, IOException {
        Path file = home.configFile();
        Path real = Files.exists(file) ? file.toRealPath() : file;
        WholeFile.keep(real, text.getBytes(StandardCharsets.UTF_8), fresh -> {
            if (Files.exists(real)) {
                Files.setPosixFilePermissions(fresh, Files.getPosixFilePermissions(real));
            }
            var _ = ConfigLoader.loadFile(environment, fresh);
        });
    }
}
