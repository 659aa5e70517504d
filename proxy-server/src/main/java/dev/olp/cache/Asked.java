package dev.olp.cache;

import dev.olp.provider.ChatRequest;
import dev.olp.routing.RoutePlan;
import dev.olp.wire.chat.ParsedChat;

/**
 * A request that could have been answered before.
 *
 * @param tenant the key's id
 * @param chat as it is to be run
 * @param parsed the same as it was read
 */
public record Asked(String tenant, RoutePlan plan, ChatRequest chat, ParsedChat parsed, CacheUse use) {}
