package dev.olp.http;

import java.io.IOException;

/** The door cannot listen; the message is for the operator and names address, port and, if known, who has it. */
public final class CannotBind extends IOException {
    private static final long serialVersionUID = 1L;

    CannotBind(String message) {
        super(message);
    }
}
