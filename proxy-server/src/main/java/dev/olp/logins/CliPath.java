package dev.olp.logins;

import dev.olp.isolation.SandboxException;
import java.nio.file.Path;

/** Where a provider's CLI is. */
@FunctionalInterface
public interface CliPath {
    /** @throws SandboxException when there is none that can be started */
    Path get(String provider) throws SandboxException, InterruptedException;
}
