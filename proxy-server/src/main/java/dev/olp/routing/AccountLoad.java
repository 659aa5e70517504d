package dev.olp.routing;

import java.util.OptionalDouble;

/** Port: how a login does at this moment. */
@FunctionalInterface
public interface AccountLoad {
    Load of(Hop hop);

    /**
     * What is known.
     *
     * @param usable whether nothing is known against trying it
     * @param hasRoom whether a run could begin at once
     * @param used of its plan, 0 to 1 and more, in the window that has least left; empty when that is not known
     */
    record Load(boolean usable, boolean hasRoom, OptionalDouble used) {}
}
