package dev.olp.logins;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A {@link TokenStage} for each test. */
abstract class AtTokenEndpoint {
    @TempDir
    Path folder;

    private @Nullable TokenStage opened;

    @BeforeEach
    void start() throws Exception {
        opened = new TokenStage(folder);
    }

    @AfterEach
    void stop() throws Exception {
        stage().close();
    }

    TokenStage stage() {
        return Objects.requireNonNull(opened);
    }
}
