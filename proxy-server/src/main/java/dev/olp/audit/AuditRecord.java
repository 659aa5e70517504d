package dev.olp.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of one request. No prompt, no answer, no token.
 *
 * @param at when the request's head was read
 * @param keyId null when no key was presented or it was unknown
 * @param account the provider's login that was used; null when no provider was
 * @param outcome the one named category, see {@link Outcome}
 * @param status HTTP status as told to the client; 499 when the client left
 * @param errorCode our error code; null on success
 * @param latencyMs head read to last byte
 * @param firstTokenMs head read to first content byte; null when there was none
 * @param queueMs waited for a slot; null when it never queued
 * @param spawnMs slot to child started; null when nothing was spawned
 * @param cacheStatus {@code bypass}, {@code miss}, {@code hit} or {@code attached}; null where no answer was asked for
 * @param chainId canonical model whose chain was followed; null when none was
 * @param costMicros estimate by the registry's prices, millionths of a US dollar; null when unknown
 * @param isolation what the run's child lived in; null when no run was meant
 * @param userHash SHA-256 of the client's {@code user} field, hex; null for none
 * @param requestHash SHA-256 of the body, hex; null when no body was read
 * @param decisions what became of each hop and why, a JSON array, see docs/audit.md; null where there was nothing to decide
 */
public record AuditRecord(
        String requestId,
        Instant at,
        @Nullable String keyId,
        @Nullable String keyName,
        @Nullable String tier,
        String method,
        String path,
        @Nullable String requestedModel,
        @Nullable String servedModel,
        @Nullable String provider,
        @Nullable String account,
        Outcome outcome,
        int status,
        @Nullable String errorCode,
        long latencyMs,
        @Nullable Long firstTokenMs,
        @Nullable Long queueMs,
        @Nullable Long spawnMs,
        boolean stream,
        @Nullable String cacheStatus,
        int hops,
        @Nullable String triedProviders,
        @Nullable String chainId,
        long inputTokens,
        long cachedTokens,
        long outputTokens,
        long reasoningTokens,
        boolean usageEstimated,
        @Nullable Long costMicros,
        @Nullable Isolation isolation,
        @Nullable String userHash,
        @Nullable String requestHash,
        @Nullable String clientAddress,
        @Nullable String decisions) {

    /**
     * The walls around a run.
     *
     * @param tier how far apart tenants were kept, as declared in the configuration
     * @param sandbox {@code full}, {@code reduced} or {@code off}
     * @param profile what of the host's programs was shown inside: {@code bare} or {@code usr}; null where nothing ran or nothing is hidden
     */
    public record Isolation(
            String tier, String sandbox, @Nullable String profile) {
        /** The same around a run of that profile. */
        public Isolation of(@Nullable String ran) {
            return new Isolation(tier, sandbox, ran);
        }
    }
}
