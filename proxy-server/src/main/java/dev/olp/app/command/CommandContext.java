package dev.olp.app.command;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;

/**
 * What commands know of the world.
 *
 * @param environment the process's variables
 */
public record CommandContext(Map<String, String> environment, Console console, Clock clock, SecureRandom random) {
    public CommandContext {
        environment = Map.copyOf(environment);
    }
}
