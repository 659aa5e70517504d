package dev.olp.provider;

import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.contract.IsolationContract;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An adapter for one vendor's CLI. Stateless, pure, safe for any thread. */
public interface Provider {
    /** Stable id, as in the models registry: {@code anthropic}, {@code openai}, {@code mistral}. */
    String id();

    String displayName();

    /** Version of this adapter; part of what shapes an answer. */
    String adapterVersion();

    ProviderHints hints();

    /** What to run once per binary; holds a probe named {@link Probe#VERSION}. */
    List<Probe> probes();

    /** The environment for a probe, beside what the server sets: what keeps the CLI quiet and inside its home. */
    default Map<String, String> probeEnvironment(HomePaths paths) {
        return Map.of();
    }

    /**
     * Reads the version out of the version probe's output.
     *
     * @throws IllegalArgumentException when the output is not that of this CLI
     */
    String parseVersion(String output);

    /** Whether this CLI version was tested with this adapter; one that was not is warned about, not refused. */
    boolean testedWith(String cliVersion);

    /** What keeps this CLI apart from others; without it nothing is run. */
    IsolationContract isolation();

    /** Names of tools that a version offers its model whatever it is told, and that reach nothing. */
    default Set<String> harmlessTools() {
        return Set.of();
    }

    /**
     * What of a request's tools this CLI version cannot honour: it would drop, cut or change it, or not heed it. Asked before
     * anything is started, for requests with tools only, and only where {@link ProviderHints#takesTools}.
     *
     * @return empty when all of it is honoured, or is met in another way that loses nothing
     */
    default Optional<Unhonoured> unhonoured(String cliVersion, ChatRequest request) {
        return Optional.empty();
    }

    /**
     * Whether the provider itself can be made to keep the answer in the request's format by this CLI version. Then {@link
     * #launch} tells it of the format; otherwise requests come without one.
     */
    default boolean enforcesFormat(String cliVersion, ChatRequest request) {
        return false;
    }

    /** The name under which the CLI offers a client's tool to the model; for the proof that it does. */
    default String upstreamToolName(String name) {
        return name;
    }

    /** The API that a run with this login talks to. */
    UpstreamApi upstreamApi(Login login);

    /** How the headers of this provider's replies tell of a plan's windows; empty when they do not. */
    default Optional<QuotaHeaders> quotaHeaders() {
        return Optional.empty();
    }

    /** Whether earlier thoughts of this kind are handed on to the model; all others are left out. */
    default boolean takesThoughts(String kind) {
        return false;
    }

    /** The plan for one request. */
    LaunchPlan launch(LaunchContext context, ChatRequest request);

    /** How to start a process ahead; empty for a CLI that does not take everything of a request late. */
    default Optional<SparePlan> spare(SpareContext context) {
        return Optional.empty();
    }

    /**
     * The dialogue with a process that was started ahead and has been greeted: the same as {@link #launch}'s, begun late.
     * What goes upstream must be what a cold start would send.
     *
     * @param context as the process was started with
     * @param model the model id that the CLI is given
     * @return empty for a request that has to shape how its process is started
     */
    default Optional<Dialogue> late(SpareContext context, String model, ChatRequest request) {
        return Optional.empty();
    }
}
