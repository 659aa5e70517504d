package dev.olp.features.confinement;

import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.contract.IsolationContract;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.LaunchContext;
import dev.olp.provider.LaunchPlan;
import dev.olp.provider.Login;
import dev.olp.provider.LoginStyle;
import dev.olp.provider.Probe;
import dev.olp.provider.Provider;
import dev.olp.provider.ProviderHints;
import dev.olp.provider.UpstreamApi;
import java.util.List;
import java.util.Map;

/**
 * A provider of which only the contract counts.
 *
 * @param id whose logins it uses
 */
record Scripted(String id, IsolationContract isolation) implements Provider {
    @Override
    public String displayName() {
        return id;
    }

    @Override
    public String adapterVersion() {
        return "1";
    }

    @Override
    public ProviderHints hints() {
        return new ProviderHints("scripted", false, false, false, false, false, false);
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Map<String, String> probeEnvironment(HomePaths paths) {
        return Map.of();
    }

    @Override
    public String parseVersion(String output) {
        return output;
    }

    @Override
    public boolean testedWith(String cliVersion) {
        return true;
    }

    @Override
    public UpstreamApi upstreamApi(Login login) {
        return new UpstreamApi("https://api.olp-test.example", LoginStyle.BEARER, List.of());
    }

    @Override
    public LaunchPlan launch(LaunchContext context, ChatRequest request) {
        throw new UnsupportedOperationException("what it runs is the test's own");
    }
}
