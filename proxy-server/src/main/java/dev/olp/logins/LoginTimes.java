package dev.olp.logins;

import java.time.Duration;

/**
 * How long things may take.
 *
 * @param margin an access token with less life left is renewed first; less than the 300 s below which claude renews at
 *     all
 * @param patience how long a request waits for a renewal
 * @param renewal how long a renewal may take; longer than the CLIs wait for their token endpoint, since one that is cut
 *     off may lose the new refresh token
 * @param firstHold how long a login that failed is left alone; doubled each time
 * @param longestHold the most of that
 */
public record LoginTimes(
        Duration margin, Duration patience, Duration renewal, Duration firstHold, Duration longestHold) {
    public static final LoginTimes DEFAULTS = new LoginTimes(
            Duration.ofSeconds(240),
            Duration.ofSeconds(15),
            Duration.ofSeconds(40),
            Duration.ofSeconds(30),
            Duration.ofMinutes(15));
}
