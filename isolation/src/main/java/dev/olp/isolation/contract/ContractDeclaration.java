package dev.olp.isolation.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads a contract from a provider's own declaration, field name to value. An unknown field is refused, because a
 * misspelt protection would be none; an absent one takes the weaker promise or the stricter demand.
 */
public final class ContractDeclaration {
    private static final Set<String> FIELDS = Set.of(
            "ephemeralEnvOverrides",
            "credentialMounts",
            "requiredHomePaths",
            "hasInnerSandbox",
            "crossTenantReadProtection",
            "recommendedDeploymentTier",
            "toolHardeningArgs",
            "egressHosts",
            "credentialMode");

    private final Map<String, ? extends @Nullable Object> fields;

    private ContractDeclaration(Map<String, ? extends @Nullable Object> fields) {
        this.fields = fields;
    }

    /**
     * Checks a declaration and fills in what it leaves out.
     *
     * @param fields functions as {@link EnvironmentOverrides} and {@link ToolHardening}, mounts as maps of
     *     {@code source} and {@code destination}, lists of strings, words, a boolean
     * @throws InvalidContractException for each shape that is refused
     */
    public static IsolationContract read(Map<String, ? extends @Nullable Object> fields) {
        Set<String> unknown = new TreeSet<>(fields.keySet());
        unknown.removeAll(FIELDS);
        if (!unknown.isEmpty()) {
            throw new InvalidContractException("field", unknown, "only " + new TreeSet<>(FIELDS));
        }
        return new ContractDeclaration(fields).contract();
    }

    private IsolationContract contract() {
        return new IsolationContract(
                get("ephemeralEnvOverrides", EnvironmentOverrides.class, EnvironmentOverrides.NONE),
                mounts(),
                strings("requiredHomePaths"),
                get("hasInnerSandbox", Boolean.class, false),
                choice("crossTenantReadProtection", ReadProtection.class, ReadProtection.NONE),
                choice("recommendedDeploymentTier", DeploymentTier.class, DeploymentTier.SEPARATE_VM),
                get("toolHardeningArgs", ToolHardening.class, ToolHardening.NONE),
                strings("egressHosts").stream().map(EgressHost::parse).toList(),
                choice("credentialMode", CredentialMode.class, CredentialMode.GATEWAY));
    }

    private <T> T get(String field, Class<T> type, T absent) {
        return fields.containsKey(field) ? as(field, type, fields.get(field)) : absent;
    }

    private <C extends Enum<C> & Declared> C choice(String field, Class<C> choices, C absent) {
        return fields.containsKey(field)
                ? Declared.parse(choices, field, as(field, String.class, fields.get(field)))
                : absent;
    }

    private List<String> strings(String field) {
        List<String> strings = new ArrayList<>();
        for (Object each : get(field, List.class, List.of())) {
            strings.add(as(field, String.class, each));
        }
        return strings;
    }

    private List<CredentialMount> mounts() {
        List<CredentialMount> mounts = new ArrayList<>();
        for (Object each : get("credentialMounts", List.class, List.of())) {
            Map<?, ?> mount = as("credentialMounts", Map.class, each);
            if (!mount.keySet().equals(Set.of("source", "destination"))) {
                throw new InvalidContractException("credentialMounts", mount.keySet(), "source and destination");
            }
            mounts.add(new CredentialMount(
                    as("credentialMounts.source", String.class, mount.get("source")),
                    as("credentialMounts.destination", String.class, mount.get("destination"))));
        }
        return mounts;
    }

    private static <T> T as(String field, Class<T> type, @Nullable Object value) {
        if (!type.isInstance(value)) {
            throw new InvalidContractException(
                    field, value == null ? "null" : value.getClass().getSimpleName(), type.getSimpleName());
        }
        return type.cast(value);
    }
}
