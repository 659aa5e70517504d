package dev.olp.run;

import dev.olp.provider.Provider;

/** One enabled provider with all that its runs need. */
public record ProviderRuntime(Provider provider, RunSettings settings, Slots slots, CliInventory inventory) {}
