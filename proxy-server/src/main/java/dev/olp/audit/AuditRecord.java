package dev.olp.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of one request. No prompt, no answer, no token.
 *
 * @param at when the request's head was read
 * @param keyId null when no key was presented or it was unknown
 * @param outcome the one named category, see {@link Outcome}
 * @param status HTTP status as told to the client; 499 when the client left
 * @param errorCode our error code; null on success
 * @param latencyMs head read to last byte
 * @param firstTokenMs head read to first content byte; null when there was none
 * @param queueMs waited for a slot; null when it never queued
 * @param spawnMs slot to child started; null when nothing was spawned
 * @param userHash SHA-256 of the client's {@code user} field, hex; null for none
 * @param requestHash SHA-256 of the body, hex; null when no body was read
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
        Outcome outcome,
        int status,
        @Nullable String errorCode,
        long latencyMs,
        @Nullable Long firstTokenMs,
        @Nullable Long queueMs,
        @Nullable Long spawnMs,
        boolean stream,
        int hops,
        @Nullable String triedProviders,
        long inputTokens,
        long cachedTokens,
        long outputTokens,
        long reasoningTokens,
        boolean usageEstimated,
        @Nullable String userHash,
        @Nullable String requestHash,
        @Nullable String clientAddress) {}
