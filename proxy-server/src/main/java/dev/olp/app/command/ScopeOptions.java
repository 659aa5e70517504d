package dev.olp.app.command;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** What a key may use, and how; what is left out is not touched. */
class ScopeOptions {
    @Option(
            names = "--providers",
            paramLabel = "PROVIDER",
            split = ",",
            description = "The providers it may use, apart by commas, or all.")
    @Nullable
    List<String> providers;

    @Option(
            names = "--models",
            paramLabel = "MODEL",
            split = ",",
            description = "The models it may use, apart by commas, or all.")
    @Nullable
    List<String> models;

    @Option(
            names = "--accounts",
            paramLabel = "PROVIDER=ACCOUNT",
            split = ",",
            description = "Which login of a provider it uses, where that has several.")
    @Nullable
    Map<String, String> accounts;

    @Option(
            names = "--min-tier",
            paramLabel = "TIER",
            description = "The isolation that it insists on: shared-os-user, per-os-user or separate-vm, or none.")
    @Nullable
    String minTier;

    @Option(names = "--notes", paramLabel = "TEXT", description = "A line for the owner alone.")
    @Nullable
    String notes;

    /** Adds them to the body of a request. */
    final void putScope(ObjectNode body) {
        putNames(body, "providers", providers);
        putNames(body, "models", models);
        if (accounts != null) {
            ObjectNode object = body.putObject("accounts");
            accounts.forEach(object::put);
        }
        if (minTier != null) {
            body.put("min_tier", minTier.equals("none") ? null : minTier);
        }
        if (notes != null) {
            body.put("notes", notes.isEmpty() ? null : notes);
        }
    }

    private static void putNames(ObjectNode body, String field, @Nullable List<String> names) {
        if (names == null) {
            return;
        }
        if (names.equals(List.of("all"))) {
            body.putNull(field);
        } else {
            KeysSubcommand.put(body, field, names);
        }
    }
}
