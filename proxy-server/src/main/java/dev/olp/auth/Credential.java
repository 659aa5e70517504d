package dev.olp.auth;

/** What a request shows of who it is. */
sealed interface Credential {
    /** Nothing at all. */
    record None() implements Credential {}

    /** A token; whether it is a key's is not known yet. */
    record Token(String value) implements Credential {
        @Override
        public String toString() {
            return "Token[***]";
        }
    }

    /**
     * Something that cannot be a token, or two that differ. Never taken for nothing.
     *
     * @param reason a sentence for the client
     */
    record Unusable(String reason) implements Credential {}
}
