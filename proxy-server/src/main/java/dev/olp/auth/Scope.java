package dev.olp.auth;

import java.util.Set;

/** Which providers a caller may use. Models and limits join here with the tenant model. */
public sealed interface Scope {
    boolean allows(String provider);

    /** No restriction. */
    record Everything() implements Scope {
        @Override
        public boolean allows(String provider) {
            return true;
        }
    }

    /**
     * These and no others.
     *
     * @param providers provider ids; may be empty
     */
    record Only(Set<String> providers) implements Scope {
        public Only {
            providers = Set.copyOf(providers);
        }

        @Override
        public boolean allows(String provider) {
            return providers.contains(provider);
        }
    }
}
