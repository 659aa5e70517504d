package dev.olp.app;

import dev.olp.app.demo.DemoException;
import dev.olp.app.demo.ServerStart;
import dev.olp.audit.AuditRecord;
import dev.olp.config.ConfigException;
import dev.olp.config.ConfigLoader;
import dev.olp.config.Home;
import dev.olp.run.Standing;
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
                public String isolation(String provider) throws InterruptedException {
                    Standing standing = server.standing(provider);
                    if (standing.reason().isPresent()) {
                        return "NOT RUN: " + standing.reason().get();
                    }
                    return server.selfTest()
                                    .map(report -> "sandbox without network or login; self-test: " + report.passed()
                                            + " attacks refused, "
                                            + report.skipped().size() + " not possible here")
                                    .orElse("no sandbox")
                            + (standing.proven() ? "; a hostile model got nothing" : "");
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
