package dev.olp.run;

import dev.olp.provider.Fault;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard.Skip;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Why a hop gave no whole answer.
 *
 * @param trigger what kind of thing happened: the fault's kind in lower case, or why it was passed over
 * @param until when that is to end; null where nobody knows
 */
public record HopFailure(
        Hop hop,
        String trigger,
        Fault fault,
        Did did,
        @Nullable Instant until) {
    /** What became of it. */
    public enum Did {
        FAILED,
        /** Not tried. */
        PASSED_OVER,
        /** Others come first; it may be tried later. */
        SPARED
    }

    /** Tried, and failed. */
    public static HopFailure of(Hop hop, Fault fault) {
        return new HopFailure(hop, fault.kind().name().toLowerCase(Locale.ROOT), fault, Did.FAILED, fault.resetAt());
    }

    /** Passed over. */
    public static HopFailure of(Hop hop, Skip skip) {
        return new HopFailure(hop, skip.code(), skip.fault(), Did.PASSED_OVER, skip.until());
    }

    /** Others are preferred. */
    public static HopFailure spared(Hop hop, Skip skip) {
        return new HopFailure(hop, skip.code(), skip.fault(), Did.SPARED, skip.until());
    }

    /** Whether it was tried at all. */
    public boolean tried() {
        return did == Did.FAILED;
    }
}
