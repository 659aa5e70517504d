package dev.olp.isolation.contract;

/**
 * Names a login. In {@code gateway} and {@code access-token} mode OLP reads the source; only in {@code symlink} mode is
 * it linked into the home.
 *
 * @param source absolute path of the login file; no {@code ~}. Whether it exists is a question of the launch
 * @param destination where it goes, relative to the home
 */
public record CredentialMount(String source, String destination) {
    /** @throws InvalidContractException when the source is not absolute or the destination leaves the home */
    public CredentialMount {
        if (!source.startsWith("/") || !ContractPath.isClean(source.substring(1))) {
            throw new InvalidContractException(
                    "credentialMounts.source", source, "an absolute, normalised path without ~ or NUL");
        }
        ContractPath.checkInside("credentialMounts.destination", destination);
    }
}
