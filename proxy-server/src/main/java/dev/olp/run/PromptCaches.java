package dev.olp.run;

import dev.olp.provider.ChatRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Keeps tenants apart in a provider's prompt cache, which is one for all that an account sends: without it, the count of
 * cached tokens would tell one tenant what another has sent. A line of the tenant's own goes first in the system prompt,
 * always the same one, so that each still hits what it sent itself.
 */
public final class PromptCaches {
    private final Predicate<String> apart;
    private final UnaryOperator<String> labels;

    /**
     * Makes the rule.
     *
     * @param apart whether this tenant needs a line
     * @param labels an unguessable label of a tenant, the same after a restart
     */
    public PromptCaches(Predicate<String> apart, UnaryOperator<String> labels) {
        this.apart = apart;
        this.labels = labels;
    }

    /** The request as it is to be run for the tenant. */
    public ChatRequest of(String tenant, ChatRequest chat) {
        if (!apart.test(tenant)) {
            return chat;
        }
        List<String> system = new ArrayList<>();
        system.add("(Cache scope " + labels.apply(tenant) + ". This line asks nothing of you.)");
        system.addAll(chat.system());
        return chat.saying(system, chat.turns());
    }
}
