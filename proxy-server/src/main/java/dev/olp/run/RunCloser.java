package dev.olp.run;

import dev.olp.isolation.SandboxedRun;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes runs, and tells of those that leave something behind.
 *
 * @param leaks counts them
 */
public record RunCloser(LongAdder leaks) {
    private static final Logger log = LoggerFactory.getLogger(RunCloser.class);

    /** A run, whatever it is in. */
    @FunctionalInterface
    public interface Closable {
        void close() throws SandboxedRun.Leak;
    }

    public void close(Closable run, String requestId) {
        try {
            run.close();
        } catch (SandboxedRun.Leak e) {
            leaks.increment();
            log.atError()
                    .addKeyValue("request_id", requestId)
                    .addKeyValue("leak", e.getMessage())
                    .log("a run left something behind");
        }
    }
}
