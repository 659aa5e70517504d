package dev.olp.run;

import dev.olp.isolation.contract.DeploymentTier;
import dev.olp.provider.ChatRequest;
import java.util.Optional;

/**
 * What is to be run.
 *
 * @param requestId ours
 * @param tenant the key's id
 * @param minTier how far apart from others it must be kept; empty for what the server gives
 * @param chat the checked request
 */
public record RunRequest(String requestId, String tenant, Optional<DeploymentTier> minTier, ChatRequest chat) {}
