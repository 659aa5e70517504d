package dev.olp.isolation.contract;

/**
 * What keeps a tenant's model from reading another tenant's files, apart from the outer sandbox. Declared, it counts
 * only once the hostile-model test proved it; until then the effective value is {@link #NONE}.
 */
public enum ReadProtection implements Declared {
    /** The CLI offers its model no tool at all. */
    TOOL_SUPPRESSION("tool-suppression"),
    /** The CLI runs its tools in a sandbox of its own. */
    INNER_SANDBOX("inner-sandbox"),
    NONE("none");

    private final String declared;

    ReadProtection(String declared) {
        this.declared = declared;
    }

    @Override
    public String declared() {
        return declared;
    }
}
