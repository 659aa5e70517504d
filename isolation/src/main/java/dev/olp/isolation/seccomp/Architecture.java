package dev.olp.isolation.seccomp;

import java.util.Optional;

/** An architecture that the filter is written for. */
public enum Architecture {
    X86_64("amd64", 0xC000_003E),
    AARCH64("aarch64", 0xC000_00B7);

    private final String javaName;
    private final int audit;

    Architecture(String javaName, int audit) {
        this.javaName = javaName;
        this.audit = audit;
    }

    /** AUDIT_ARCH_… of linux/audit.h: what the kernel says a system call came from. */
    int audit() {
        return audit;
    }

    /** @param javaName as in the system property {@code os.arch}; empty for one without a filter: nothing may run there */
    public static Optional<Architecture> of(String javaName) {
        for (Architecture architecture : values()) {
            if (architecture.javaName.equals(javaName)) {
                return Optional.of(architecture);
            }
        }
        return Optional.empty();
    }
}
