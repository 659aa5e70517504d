package dev.olp.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.core.JsonPointer;

/**
 * The configuration in force.
 *
 * @param sources by leaf path, {@code config.json} or the environment variable that set it; what is missing is a default
 * @param references texts of the file that name a secret, by where they stand
 * @param sandboxDisabled {@code OLP_SANDBOX_DISABLED=1}: the outer sandbox is off, and only that
 * @param ownerToken the operator's own token from the environment
 * @param secretFiles what secrets were read from
 */
public record LoadedConfig(
        OlpConfig config,
        Map<String, String> sources,
        Map<JsonPointer, String> references,
        boolean sandboxDisabled,
        Optional<Secret> ownerToken,
        Set<Path> secretFiles) {
    public LoadedConfig {
        sources = Map.copyOf(sources);
        references = Map.copyOf(references);
        secretFiles = Set.copyOf(secretFiles);
    }

    /** All files that it was read from, whether they are there or not; in a fixed order. */
    public List<Path> files(Home home) {
        TlsSettings tls = config.server().tls();
        return Stream.of(
                        Stream.of(home.configFile()),
                        secretFiles.stream().sorted(),
                        Stream.of(tls.certificate(), tls.key())
                                .filter(Objects::nonNull)
                                .map(Path::of))
                .flatMap(files -> files)
                .toList();
    }
}
