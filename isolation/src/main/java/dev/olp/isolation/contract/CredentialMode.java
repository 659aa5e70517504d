package dev.olp.isolation.contract;

/** How a run's CLI comes to be authenticated upstream. */
public enum CredentialMode implements Declared {
    /** The sandbox holds a dummy; the real token is added outside. */
    GATEWAY("gateway"),
    /** A short-lived token without a refresh token goes inside. */
    ACCESS_TOKEN("access-token"),
    /** The operator's own file is linked into the home, and written back when the CLI replaced it. */
    SYMLINK("symlink");

    private final String declared;

    CredentialMode(String declared) {
        this.declared = declared;
    }

    @Override
    public String declared() {
        return declared;
    }
}
