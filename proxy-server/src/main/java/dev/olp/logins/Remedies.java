package dev.olp.logins;

/** What to do, in words that can be typed. */
final class Remedies {
    static final String DEFAULT_ACCOUNT = "default";

    private Remedies() {}

    static String login(String provider, String account) {
        return "run `olp login " + provider + (account.equals(DEFAULT_ACCOUNT) ? "" : " --account " + account) + "`";
    }
}
