package dev.olp.app.demo;

import dev.olp.app.demo.ServerStart.RunningServer;
import dev.olp.audit.AuditRecord;
import dev.olp.fakeupstream.FakeUpstream;
import dev.olp.fakeupstream.Scenario;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** A fake upstream, a throw-away home and a server that runs in it; closed in reverse, once, from any thread. */
final class DemoSession implements AutoCloseable {
    private final FakeUpstream upstream;
    private final DemoHome home;
    private final RunningServer server;
    private boolean closed;

    private DemoSession(FakeUpstream upstream, DemoHome home, RunningServer server) {
        this.upstream = upstream;
        this.home = home;
        this.server = server;
    }

    static DemoSession open(
            ServerStart start, DemoCli cli, Map<String, String> environment, String ownerToken, JsonMapper json)
            throws DemoException, IOException, InterruptedException {
        FakeUpstream upstream = FakeUpstream.start();
        DemoHome home = null;
        RunningServer server = null;
        try {
            home = DemoHome.create(cli, upstream.url(Scenario.OK), json);
            server = start.start(home.environment(environment, ownerToken));
            return new DemoSession(upstream, home, server);
        } finally {
            if (server == null) {
                if (home != null) {
                    home.delete();
                }
                upstream.close();
            }
        }
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.port() + "/v1";
    }

    String upstreamUrl() {
        return upstream.url(Scenario.OK);
    }

    DemoHome home() {
        return home;
    }

    /** In a line; waits until it is known. */
    String isolation() throws InterruptedException {
        return server.isolation("anthropic");
    }

    Optional<AuditRecord> audited(String requestId) throws InterruptedException {
        return server.audited(requestId);
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            server.close();
        } finally {
            upstream.close();
            home.delete();
        }
    }
}
