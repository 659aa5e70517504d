package dev.olp.isolation.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * What a provider declares about its CLI's isolation. Checked when it is made, so a provider with a wrong one never
 * loads; a provider without one does not run. What a declaration leaves out is filled in by {@link ContractDeclaration}.
 *
 * @param ephemeralEnvOverrides moves the CLI's folders into the run's home
 * @param credentialMounts the login's files; destinations unique
 * @param requiredHomePaths folders that must be in the home before the start, relative
 * @param hasInnerSandbox whether the CLI confines its own tools
 * @param crossTenantReadProtection what is declared; proven or not is the self-test's word
 * @param recommendedDeploymentTier advice that an operator may accept below
 * @param toolHardeningArgs takes the tools away on the command line
 * @param egressHosts the only places reachable from inside; empty means no network at all
 * @param credentialMode how the login is used; {@code symlink} only with a file to link
 */
public record IsolationContract(
        EnvironmentOverrides ephemeralEnvOverrides,
        List<CredentialMount> credentialMounts,
        List<String> requiredHomePaths,
        boolean hasInnerSandbox,
        ReadProtection crossTenantReadProtection,
        DeploymentTier recommendedDeploymentTier,
        ToolHardening toolHardeningArgs,
        List<EgressHost> egressHosts,
        CredentialMode credentialMode) {
    private static final Pattern NAME = Pattern.compile("[A-Z_][A-Z0-9_]*");

    /** @throws InvalidContractException for each shape that is refused */
    public IsolationContract {
        credentialMounts = List.copyOf(credentialMounts);
        requiredHomePaths = List.copyOf(requiredHomePaths);
        egressHosts = List.copyOf(egressHosts);
        ContractPath.checkUnique(
                "credentialMounts.destination",
                credentialMounts.stream().map(CredentialMount::destination).toList());
        requiredHomePaths.forEach(path -> ContractPath.checkInside("requiredHomePaths", path));
        ContractPath.checkUnique("requiredHomePaths", requiredHomePaths);
        ContractPath.checkUnique(
                "egressHosts", egressHosts.stream().map(EgressHost::toString).toList());
        if (credentialMode == CredentialMode.SYMLINK && credentialMounts.isEmpty()) {
            throw new InvalidContractException(
                    "credentialMode", credentialMode.declared(), "a credentialMount to link and write back");
        }
        if (crossTenantReadProtection == ReadProtection.INNER_SANDBOX && !hasInnerSandbox) {
            throw new InvalidContractException(
                    "crossTenantReadProtection", crossTenantReadProtection.declared(), "hasInnerSandbox: true with it");
        }
    }

    /**
     * The overrides of one launch, checked.
     *
     * @throws InvalidContractException for a name or value that no environment may hold: that launch fails
     */
    public Map<String, String> environment(String ephemeralRoot, String keyId, String requestId) {
        String field = "ephemeralEnvOverrides";
        // foreign code: whatever it declares, it may return null
        Map<String, String> overrides = returned(field, ephemeralEnvOverrides.of(ephemeralRoot, keyId, requestId));
        for (Map.Entry<String, String> entry : overrides.entrySet()) {
            String name = returned(field, entry.getKey());
            if (!NAME.matcher(name).matches()) {
                throw new InvalidContractException(field, name, "a name of the form " + NAME);
            }
            if (returned(field + "." + name, entry.getValue()).indexOf('\0') >= 0) {
                throw new InvalidContractException(field + "." + name, entry.getValue(), "a value without NUL");
            }
        }
        return Map.copyOf(overrides);
    }

    /**
     * The hardened argument list of one launch, checked; the function gets a copy.
     *
     * @throws InvalidContractException when it returned something that is no argument list
     */
    public List<String> harden(List<String> argv) {
        String field = "toolHardeningArgs";
        List<String> hardened = returned(field, toolHardeningArgs.apply(new ArrayList<>(argv)));
        for (String argument : hardened) {
            if (returned(field, argument).indexOf('\0') >= 0) {
                throw new InvalidContractException(field, argument, "arguments without NUL");
            }
        }
        return List.copyOf(hardened);
    }

    private static <T> T returned(String field, T value) {
        if (Objects.isNull(value)) {
            throw new InvalidContractException(field, "null", "a value");
        }
        return value;
    }
}
