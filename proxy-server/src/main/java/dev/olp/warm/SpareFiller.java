package dev.olp.warm;

import dev.olp.isolation.SandboxException;
import dev.olp.provider.Login;
import dev.olp.provider.Provider;
import dev.olp.run.ProbedBinary;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Starts what is missing of one provider's.
 *
 * @param starting how many of all providers' are being started
 * @param discard closes one
 * @param ticker nanoseconds, monotonic
 */
record SpareFiller(
        SpareMaker maker, MemoryRoom room, IntSupplier starting, Consumer<Spare> discard, LongSupplier ticker) {
    private static final Logger log = LoggerFactory.getLogger(SpareFiller.class);

    /** After one that could not be made. */
    private static final Duration PAUSE = Duration.ofMinutes(1);

    /** Starts as many as are still wanted and there is room for. */
    void fill(ProviderSpares spares, ProbedBinary binary, Login.Kind kind) {
        spares.weed(spare -> spare.isOf(binary, kind)).forEach(discard);
        boolean more = true;
        while (more && spares.begin(binary, ticker.getAsLong())) {
            more = room.isFor(starting.getAsInt());
            if (more) {
                more = makeOne(spares, spares.runtime().provider(), binary, kind);
            } else {
                spares.leftOff();
            }
        }
    }

    private boolean makeOne(ProviderSpares spares, Provider provider, ProbedBinary binary, Login.Kind kind) {
        Optional<Spare> made;
        try {
            made = maker.make(provider, binary, kind, spares::isWanted);
        } catch (SandboxException | RuntimeException e) {
            log.atLevel(spares.isWanted() ? Level.WARN : Level.DEBUG)
                    .addKeyValue("provider", provider.id())
                    .addKeyValue("cause", e.toString())
                    .log("no process could be started ahead");
            spares.failed(ticker.getAsLong() + PAUSE.toNanos());
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            spares.leftOff();
            return false;
        }
        if (made.isEmpty()) {
            spares.takesNothingLate(binary);
            return false;
        }
        boolean wanted = spares.made(made.get());
        if (!wanted) {
            discard.accept(made.get());
        }
        return wanted;
    }
}
