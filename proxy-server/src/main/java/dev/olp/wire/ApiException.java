package dev.olp.wire;

/** Ends a request with an {@link ApiError}. */
public final class ApiException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient ApiError error;

    public ApiException(ApiError error) {
        super(error.code() + ": " + error.message(), null, false, false);
        this.error = error;
    }

    public ApiError error() {
        return error;
    }
}
