package dev.olp.endpoint;

import dev.olp.management.AccountNames;
import dev.olp.run.ProviderRuntime;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code GET /v0/management/providers}: as in {@code /health}, with each account's login under {@code accounts}. */
final class ProvidersDocument implements OwnerEndpoint.Document {
    private final Map<String, ProviderRuntime> providers;
    private final AccountNames accounts;
    private final ProviderHealth health;

    ProvidersDocument(Map<String, ProviderRuntime> providers, AccountNames accounts, ProviderHealth health) {
        this.accounts = accounts;
        this.providers = new TreeMap<>(providers);
        this.health = health;
    }

    @Override
    public ObjectNode of(Map<String, String> parameters) {
        ObjectNode document = JsonMapper.shared().createObjectNode();
        ObjectNode all = document.putObject("providers");
        providers.forEach((id, runtime) -> {
            ObjectNode provider = all.putObject(id);
            health.describe(provider, runtime);
            ObjectNode logins = provider.putObject("accounts");
            accounts.of(id).forEach(account -> health.describe(logins.putObject(account), id, account));
        });
        return document;
    }
}
