package dev.olp.auth;

import java.util.regex.Pattern;

/** What a key may be called: {@code [A-Za-z0-9 ._-]{1,64}}, so that a name is harmless wherever it is shown. */
public final class KeyNames {
    private static final Pattern RULE = Pattern.compile("[A-Za-z0-9 ._-]{1,64}");

    private KeyNames() {}

    public static boolean isValid(String name) {
        return RULE.matcher(name).matches();
    }

    /** @throws IllegalArgumentException when the name breaks the rule; the message does not repeat it */
    public static void check(String name) {
        if (!isValid(name)) {
            throw new IllegalArgumentException(
                    "name: not allowed (expected: 1 to 64 of letters, digits, space, dot, underscore, hyphen)");
        }
    }
}
