package dev.olp.logins;

import dev.olp.provider.Login;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** vibe 2.18: {@code .env} with a line {@code MISTRAL_API_KEY=}. */
final class VibeFormat implements LoginFormat {
    private static final String NAME = "MISTRAL_API_KEY=";

    @Override
    public String fileName() {
        return ".env";
    }

    @Override
    public StoredLogin parse(byte[] content) throws LoggedOut {
        return new String(content, StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith(NAME))
                .map(line -> line.substring(NAME.length()).replaceAll("^['\"]|['\"]$", ""))
                .filter(value -> !value.isBlank())
                .findFirst()
                .map(value -> new StoredLogin(new Login(Login.Kind.API_KEY, value, null), null, false))
                .orElseThrow(LoggedOut::new);
    }

    @Override
    public Optional<String> person(byte[] content, Path folder) throws LoggedOut {
        return Optional.of(parse(content).secret());
    }
}
