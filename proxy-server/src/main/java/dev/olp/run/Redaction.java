package dev.olp.run;

import java.util.regex.Pattern;

/** Makes a provider's or a CLI's own words fit for the log: secrets masked, one line, bounded. */
final class Redaction {
    private static final int MOST = 600;
    private static final Pattern SECRET =
            Pattern.compile("(?i)(bearer\\s+|sk-|olp_|oat01-|eyJ)[A-Za-z0-9._~+/=-]{6,}|(api[-_]?key[\"':= ]+)\\S+");

    private Redaction() {}

    static String forLog(String text) {
        String bounded = text.length() > MOST ? text.substring(0, MOST) + "…" : text;
        return SECRET.matcher(bounded)
                .replaceAll("[masked]")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
