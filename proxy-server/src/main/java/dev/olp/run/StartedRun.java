package dev.olp.run;

import dev.olp.confinement.ConfinedRun;
import dev.olp.provider.Dialogue;

/** A child that runs for one request, and how to talk to it. */
public record StartedRun(ConfinedRun confined, Dialogue dialogue) {}
