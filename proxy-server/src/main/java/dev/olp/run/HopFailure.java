package dev.olp.run;

import dev.olp.provider.Fault;
import dev.olp.routing.Hop;

/**
 * Why a hop gave no whole answer.
 *
 * @param trigger what kind of thing happened: {@code queue_full} or the fault's kind in lower case
 */
public record HopFailure(Hop hop, String trigger, Fault fault) {}
