package dev.olp.gateway;

import java.util.List;

/**
 * One request that a child may make. Compared byte for byte, query included: no other spelling of a path is it.
 *
 * @param method in upper case
 * @param target path and query as the child sends them, without the upstream's base path
 */
public record AllowedRequest(String method, String target) {
    /** What claude 2.1.152 and 2.1.332 ask for with quiet settings: the call, and a look whether the API is there. */
    public static final List<AllowedRequest> ANTHROPIC = List.of(
            new AllowedRequest("POST", "/v1/messages?beta=true"),
            new AllowedRequest("HEAD", "/"),
            new AllowedRequest("HEAD", "/api/hello"));

    /** What codex 0.133.0 and 0.171.0 ask a custom provider with {@code wire_api="responses"} for. */
    public static final List<AllowedRequest> OPENAI = List.of(new AllowedRequest("POST", "/responses"));

    public AllowedRequest {
        if (!method.matches("[A-Z]{1,16}") || method.equals("CONNECT")) {
            throw new IllegalArgumentException("method: " + method + " (expected: upper-case letters, not CONNECT)");
        }
        if (!target.startsWith("/")) {
            throw new IllegalArgumentException("target: " + target + " (expected: a path with a leading slash)");
        }
    }
}
