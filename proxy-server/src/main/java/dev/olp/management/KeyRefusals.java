package dev.olp.management;

import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;

/** What a call on keys is refused with. */
final class KeyRefusals {
    private KeyRefusals() {}

    static void need(String wanted, String method) throws ApiException {
        if (!method.equals(wanted)) {
            throw notAllowed(wanted.equals("GET") ? "GET, HEAD" : wanted);
        }
    }

    /** Our own rules' messages begin with the field and never repeat the value. */
    static ApiException badValue(String message) {
        int colon = message.indexOf(':');
        return new ApiException(ApiError.badValue(colon < 0 ? "" : message.substring(0, colon), message));
    }

    static ApiException notFound() {
        return new ApiException(ApiError.of(404, "key_not_found", "There is no valid key of that id or name."));
    }

    static ApiException revoked() {
        return new ApiException(ApiError.of(409, "key_revoked", "That key is revoked, and stays so; make another."));
    }

    static ApiException unknownPath() {
        return new ApiException(ApiError.of(404, "unsupported_endpoint", "There is nothing at this path of keys."));
    }

    static ApiException notAllowed(String allowed) {
        return new ApiException(
                ApiError.of(405, "method_not_allowed", "That method is not allowed here; use " + allowed + ".")
                        .withHeader("Allow", allowed + ", OPTIONS"));
    }
}
