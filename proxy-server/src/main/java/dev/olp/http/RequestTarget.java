package dev.olp.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A request target in one spelling, so that no two spellings of a path can meet two different rules.
 *
 * @param path no doubled and no trailing slash; unreserved characters decoded, every other escape kept as it is but in
 *     upper case: an encoded slash stays {@code %2F} (SDKs send model ids so) and never separates
 * @param query raw, without {@code ?}; empty for none
 * @param authority of an absolute target (RFC 9112, 3.2.2), which outranks {@code Host}; null otherwise
 */
record RequestTarget(String path, String query, @Nullable String authority) {
    /** @throws IllegalArgumentException for what is no origin or absolute form, has dot segments or a bad escape */
    static RequestTarget parse(String target) {
        for (int at = 0; at < target.length(); at++) {
            char c = target.charAt(at);
            require(c > 0x20 && c < 0x7f && c != '\\' && c != '#', "a character that a request target may not hold");
        }
        String rest = target;
        String authority = null;
        if (rest.regionMatches(true, 0, "http://", 0, 7) || rest.regionMatches(true, 0, "https://", 0, 8)) {
            int start = rest.indexOf("//") + 2;
            int slash = endOfAuthority(rest, start);
            authority = rest.substring(start, slash);
            rest = rest.substring(slash);
            rest = rest.startsWith("/") ? rest : "/" + rest;
        }
        require(rest.startsWith("/"), "a target that does not start with a slash");
        int question = rest.indexOf('?');
        String path = question < 0 ? rest : rest.substring(0, question);
        return new RequestTarget(normal(path), question < 0 ? "" : rest.substring(question + 1), authority);
    }

    private static int endOfAuthority(String text, int start) {
        for (int at = start; at < text.length(); at++) {
            if (text.charAt(at) == '/' || text.charAt(at) == '?') {
                return at;
            }
        }
        return text.length();
    }

    private static String normal(String path) {
        StringBuilder out = new StringBuilder(path.length());
        for (String segment : decodeUnreserved(path).split("/", -1)) {
            require(!segment.equals(".") && !segment.equals(".."), "a path with dot segments");
            if (!segment.isEmpty()) {
                out.append('/').append(segment);
            }
        }
        return out.isEmpty() ? "/" : out.toString();
    }

    private static String decodeUnreserved(String path) {
        if (path.indexOf('%') < 0) {
            return path;
        }
        StringBuilder out = new StringBuilder(path.length());
        for (int at = 0; at < path.length(); at++) {
            char c = path.charAt(at);
            if (c != '%') {
                out.append(c);
                continue;
            }
            require(at + 2 < path.length(), "a cut percent escape");
            int high = Character.digit(path.charAt(at + 1), 16);
            int low = Character.digit(path.charAt(at + 2), 16);
            require(high >= 0 && low >= 0, "a bad percent escape");
            char decoded = (char) (high * 16 + low);
            require(
                    decoded > 0x1f && decoded != 0x7f && decoded != '\\',
                    "an escaped character that a path may not hold");
            if (unreserved(decoded)) {
                out.append(decoded);
            } else {
                out.append(path.substring(at, at + 3).toUpperCase(Locale.ROOT));
            }
            at += 2;
        }
        return out.toString();
    }

    private static boolean unreserved(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "-._~".indexOf(c) >= 0;
    }

    private static void require(boolean right, String what) {
        if (!right) {
            throw new IllegalArgumentException("The request line has " + what + ".");
        }
    }
}
