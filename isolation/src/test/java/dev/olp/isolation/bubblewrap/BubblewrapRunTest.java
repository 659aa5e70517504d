package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.home.SandboxedRunContract;
import org.junit.jupiter.api.Tag;

@Tag("identity")
class BubblewrapRunTest extends SandboxedRunContract {
    @SuppressWarnings("NullAway.Init") // the contract opens before each test
    private Sandboxes sandboxes;

    @Override
    protected SandboxedRun openRun() throws Exception {
        sandboxes = new Sandboxes(root, SandboxSpec.of(Profile.USR));
        return sandboxes.sandbox.open("tenant", "request");
    }

    @Override
    protected void closeSandbox() throws Exception {
        sandboxes.close();
    }
}
