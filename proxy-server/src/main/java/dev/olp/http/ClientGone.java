package dev.olp.http;

/** The client's connection is gone; there is nobody to answer. */
public final class ClientGone extends Exception {
    private static final long serialVersionUID = 1L;

    public ClientGone() {
        super("client gone", null, false, false);
    }
}
