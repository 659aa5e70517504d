package dev.olp.provider;

/**
 * What the server should know of a provider without asking it each time.
 *
 * @param commandName the binary's usual name on PATH, for example {@code claude}
 * @param capsOutput whether the CLI can be given a cap on output tokens; else the server cuts by estimate
 * @param reportsUsage whether the CLI reports token counts; else the server estimates and marks it
 * @param takesEffort whether {@code reasoning_effort} is honoured
 * @param takesImages whether the adapter can hand over images at all
 * @param takesTools whether the adapter can offer a client's tools to the model; that a CLI does it is proven apart
 * @param takesUnixSocket whether the CLI can be told to reach its API through a Unix socket; else it needs a TCP port
 */
public record ProviderHints(
        String commandName,
        boolean capsOutput,
        boolean reportsUsage,
        boolean takesEffort,
        boolean takesImages,
        boolean takesTools,
        boolean takesUnixSocket) {}
