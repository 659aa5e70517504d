package dev.olp.provider.builtin;

import dev.olp.provider.Provider;
import dev.olp.provider.anthropic.AnthropicProvider;
import dev.olp.provider.mistral.MistralProvider;
import dev.olp.provider.openai.OpenAiProvider;
import java.util.List;

/** The adapters that come with OLP. */
public final class Providers {
    private Providers() {}

    /** One of each, in the order in which they are listed to people. */
    public static List<Provider> builtIn() {
        return List.of(new AnthropicProvider(), new OpenAiProvider(), new MistralProvider());
    }
}
