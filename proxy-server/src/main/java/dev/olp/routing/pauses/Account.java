package dev.olp.routing.pauses;

import dev.olp.routing.Hop;

/** One login of one provider: what it may still do is shared by all hops that use it. */
public record Account(String provider, String name) {
    static Account of(Hop hop) {
        return new Account(hop.provider(), hop.account());
    }
}
