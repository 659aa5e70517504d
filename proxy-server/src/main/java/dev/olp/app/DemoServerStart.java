package dev.olp.app;

import dev.olp.app.demo.DemoException;
import dev.olp.app.demo.ServerStart;
import dev.olp.audit.AuditRecord;
import dev.olp.config.ConfigException;
import dev.olp.config.ConfigLoader;
import dev.olp.config.Home;
import java.util.Map;
import java.util.Optional;

/** The demo's server is the server: the same start, in a home of its own. */
final class DemoServerStart implements ServerStart {
    @Override
    public RunningServer start(Map<String, String> environment) throws DemoException, InterruptedException {
        try {
            Home home = Home.open(environment);
            OlpServer server = OlpServer.start(environment, home, ConfigLoader.load(environment, home.root()));
            return new RunningServer() {
                @Override
                public int port() {
                    return server.port();
                }

                @Override
                public Optional<AuditRecord> audited(String requestId) throws InterruptedException {
                    return server.audited(requestId);
                }

                @Override
                public void close() {
                    server.close();
                }
            };
        } catch (ConfigException | StartException e) {
            throw new DemoException(String.valueOf(e.getMessage()), e);
        }
    }
}
