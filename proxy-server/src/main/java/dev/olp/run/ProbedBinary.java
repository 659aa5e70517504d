package dev.olp.run;

import java.nio.file.Path;
import java.util.Map;

/**
 * A CLI whose probes were run.
 *
 * @param path absolute
 * @param version as the version probe printed it
 * @param tested whether our adapter was tested with it
 * @param probes output by probe name
 */
public record ProbedBinary(Path path, String version, boolean tested, Map<String, String> probes) {
    public ProbedBinary {
        probes = Map.copyOf(probes);
    }
}
