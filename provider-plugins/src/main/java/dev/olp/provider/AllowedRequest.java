package dev.olp.provider;

/**
 * One request that a child may make. Compared byte for byte, query included: no other spelling of a path is it.
 *
 * @param method in upper case
 * @param target path and query as the child sends them, without the upstream's base path
 * @param most how often in one run, 1 or more; what comes after that never reaches the upstream
 */
public record AllowedRequest(String method, String target, int most) {
    public AllowedRequest {
        if (!method.matches("[A-Z]{1,16}") || method.equals("CONNECT")) {
            throw new IllegalArgumentException("method: " + method + " (expected: upper-case letters, not CONNECT)");
        }
        if (!target.startsWith("/")) {
            throw new IllegalArgumentException("target: " + target + " (expected: a path with a leading slash)");
        }
        if (most < 1) {
            throw new IllegalArgumentException("most: " + most + " (expected: 1 or more)");
        }
    }

    /** As often as the run's budget of requests allows. */
    public AllowedRequest(String method, String target) {
        this(method, target, Integer.MAX_VALUE);
    }
}
