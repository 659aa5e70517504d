package dev.olp.run;

import dev.olp.auth.Tier;

/**
 * Who asks for a slot, and of which login.
 *
 * @param account the login of the provider that the run is going to use
 * @param key whose request it is; the line is shared out by keys
 * @param weight the key's part of the line and of the slots, against the other keys' parts; 1 to {@value #HEAVIEST}
 */
public record SlotRequest(String account, String key, int weight) {
    static final int HEAVIEST = 4;

    private static final int GUEST = 2;

    public SlotRequest {
        if (weight < 1 || weight > HEAVIEST) {
            throw new IllegalArgumentException("weight: " + weight + " (expected: 1-" + HEAVIEST + ")");
        }
    }

    /** By its tier a key has 4 parts (owner), 2 (guest) or 1 (anonymous). */
    public static SlotRequest of(String account, String key, Tier tier) {
        return new SlotRequest(
                account,
                key,
                switch (tier) {
                    case OWNER -> HEAVIEST;
                    case GUEST -> GUEST;
                    case ANONYMOUS -> 1;
                });
    }
}
