package dev.olp.routing.pauses;

import java.util.List;

/**
 * An account that is left alone.
 *
 * @param due whether its time is up, so that the next request tries
 * @param probing whether one tries at this moment
 */
public record Standing(Pause pause, boolean due, boolean probing) {
    /** {@code closed}, {@code open} or {@code half_open}, the worst of them; limits open no breaker. */
    public static String breaker(List<Standing> standings) {
        List<Standing> broken =
                standings.stream().filter(each -> each.pause().ofBreaker()).toList();
        if (broken.isEmpty()) {
            return "closed";
        }
        return broken.stream().allMatch(each -> each.due || each.probing) ? "half_open" : "open";
    }
}
