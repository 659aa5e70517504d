package dev.olp.run;

import dev.olp.provider.ChatRequest;

/**
 * What is to be run.
 *
 * @param requestId ours
 * @param tenant the key's id
 * @param chat the checked request
 */
public record RunRequest(String requestId, String tenant, ChatRequest chat) {}
