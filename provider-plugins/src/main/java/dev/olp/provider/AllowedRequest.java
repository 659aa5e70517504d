package dev.olp.provider;

/**
 * One request that a child may make. Compared byte for byte, query included: no other spelling of a path is it.
 *
 * @param method in upper case
 * @param target path and query as the child sends them, without the upstream's base path
 */
public record AllowedRequest(String method, String target) {
    public AllowedRequest {
        if (!method.matches("[A-Z]{1,16}") || method.equals("CONNECT")) {
            throw new IllegalArgumentException("method: " + method + " (expected: upper-case letters, not CONNECT)");
        }
        if (!target.startsWith("/")) {
            throw new IllegalArgumentException("target: " + target + " (expected: a path with a leading slash)");
        }
    }
}
