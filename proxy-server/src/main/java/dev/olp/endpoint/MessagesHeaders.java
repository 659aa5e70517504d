package dev.olp.endpoint;

import dev.olp.http.InboundRequest;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** {@code anthropic-version} and {@code anthropic-beta} (Anthropic API, "Versions" and "Beta headers"). */
final class MessagesHeaders {
    private static final Set<String> VERSIONS = Set.of("2026-10-21", "2023-06-01", "2023-01-01");

    private MessagesHeaders() {}

    /**
     * The betas that were asked for, none of which changes what OLP does.
     *
     * @throws ApiException 400 for a version that there is not; one that is missing is the newest
     */
    static List<String> betas(InboundRequest request) throws ApiException {
        String version = request.header("anthropic-version");
        if (version != null && !VERSIONS.contains(version.strip())) {
            throw new ApiException(ApiError.badValue(
                    "anthropic-version", "The header anthropic-version is unknown; send 2026-10-21 or 2023-06-01."));
        }
        return request.values("anthropic-beta").stream()
                .flatMap(value -> Stream.of(value.split(",", -1)))
                .map(String::strip)
                .filter(beta -> !beta.isEmpty())
                .distinct()
                .toList();
    }
}
