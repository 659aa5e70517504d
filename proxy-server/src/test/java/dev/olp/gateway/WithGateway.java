package dev.olp.gateway;

import dev.olp.fakeupstream.FakeUpstream;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway, a fake upstream behind it, and an empty folder for its sockets. */
@Timeout(60)
abstract class WithGateway {
    final FakeUpstream upstream = FakeUpstream.start();

    @TempDir
    Path folder;

    GatewayFixture fixture;

    @BeforeEach
    void start() throws IOException {
        fixture = new GatewayFixture(folder);
    }

    @AfterEach
    void stop() {
        fixture.close();
        upstream.close();
    }
}
