package dev.olp.provider;

import java.util.List;

/**
 * The API that a CLI talks to, and all that its runs may ask of it.
 *
 * @param vendorUrl the vendor's own base URL, without a trailing slash; what is configured replaces it
 * @param loginStyle how it wants the login shown
 * @param allowed every request that a run makes; nothing else is let through
 */
public record UpstreamApi(String vendorUrl, LoginStyle loginStyle, List<AllowedRequest> allowed) {
    public UpstreamApi {
        allowed = List.copyOf(allowed);
    }
}
