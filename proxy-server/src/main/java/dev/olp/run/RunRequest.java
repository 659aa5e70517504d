package dev.olp.run;

import dev.olp.auth.Tier;
import dev.olp.isolation.contract.DeploymentTier;
import dev.olp.provider.ChatRequest;
import java.util.Optional;

/**
 * What is to be run.
 *
 * @param requestId ours
 * @param tenant the key's id
 * @param tier the key's, which says how much of a line is its part
 * @param minTier how far apart from others it must be kept; empty for what the server gives
 * @param chat the checked request
 */
public record RunRequest(
        String requestId, String tenant, Tier tier, Optional<DeploymentTier> minTier, ChatRequest chat) {}
