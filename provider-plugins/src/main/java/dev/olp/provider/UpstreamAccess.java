package dev.olp.provider;

import org.jspecify.annotations.Nullable;

/**
 * How a child reaches its upstream.
 *
 * @param baseUrl of the API as the child is to ask for it, without a trailing slash
 * @param socket path of the Unix socket that leads there, as the child sees it; null for a connection by the URL alone
 */
public record UpstreamAccess(String baseUrl, @Nullable String socket) {}
