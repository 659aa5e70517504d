package dev.olp.app.demo;

import org.jspecify.annotations.Nullable;

/** The demo cannot go on; the message is one line for a person. */
public final class DemoException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Says why.
     *
     * @param message one line
     * @param cause null where there is none
     */
    public DemoException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
