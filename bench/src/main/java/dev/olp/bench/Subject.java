package dev.olp.bench;

import dev.olp.provider.Login;
import dev.olp.provider.Provider;
import java.nio.file.Path;

/**
 * A CLI to measure.
 *
 * @param provider its adapter
 * @param binary the real one
 * @param model an id of the registry
 * @param login one that only the fake upstream takes
 * @param loginVariable how OLP's environment names it
 */
record Subject(Provider provider, Path binary, String model, Login login, String loginVariable) {
    String command() {
        return provider.hints().commandName();
    }
}
