package dev.olp.confinement;

import dev.olp.isolation.contract.DeploymentTier;
import java.util.List;
import java.util.Locale;

/**
 * How far this server's children are confined, for people.
 *
 * @param available whether this host can make the outer sandbox
 * @param active whether children live in it
 * @param tier how far apart tenants are kept
 * @param remedies what would make it better; a sentence each
 */
public record Posture(boolean available, boolean active, DeploymentTier tier, Level level, List<String> remedies) {
    public Posture {
        remedies = List.copyOf(remedies);
    }

    /** In one word. */
    public enum Level {
        /** All that OLP knows of. */
        FULL,
        /** The sandbox without some of its limits. */
        REDUCED,
        /** No outer sandbox: switched off, or it cannot be made and nothing is run. */
        OFF;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
