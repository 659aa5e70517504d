package dev.olp.confinement;

import dev.olp.isolation.SandboxException;

/** The walls that a run must have cannot be made, so nothing was started. */
public final class ConfinementException extends SandboxException {
    private static final long serialVersionUID = 1L;

    ConfinementException(String message, Throwable cause) {
        super(message, cause);
    }

    ConfinementException(String message) {
        super(message);
    }
}
