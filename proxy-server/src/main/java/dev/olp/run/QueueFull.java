package dev.olp.run;

import dev.olp.provider.Fault;

/** No slot and no place in the line. */
public final class QueueFull extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Fault fault;

    QueueFull(Fault fault) {
        super(fault.logMessage(), null, false, false);
        this.fault = fault;
    }

    /** With the moment at which a slot is likely to be free for whoever comes again. */
    public Fault fault() {
        return fault;
    }
}
