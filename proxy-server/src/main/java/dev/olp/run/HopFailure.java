package dev.olp.run;

import dev.olp.provider.Fault;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard.Skip;
import java.util.Locale;

/**
 * Why a hop gave no whole answer.
 *
 * @param trigger what kind of thing happened: the fault's kind in lower case, or why it was passed over
 * @param tried whether it was tried at all
 */
public record HopFailure(Hop hop, String trigger, Fault fault, boolean tried) {
    /** Tried, and failed. */
    public static HopFailure of(Hop hop, Fault fault) {
        return new HopFailure(hop, fault.kind().name().toLowerCase(Locale.ROOT), fault, true);
    }

    /** Passed over. */
    public static HopFailure of(Hop hop, Skip skip) {
        return new HopFailure(hop, skip.code(), skip.fault(), false);
    }
}
