package dev.olp.isolation.process;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.posix.Signal;
import java.util.List;

/** All processes of one run, however deep they are wrapped. */
public interface Containment {
    /** Signals the child and its group; false when there is nothing to signal. */
    boolean signalGroup(Signal signal);

    /** Kills all that is found now and returns what was found; empty means that nothing of the run is left. */
    List<ProcessStat> killAll();

    /** What still runs of this run. */
    List<ProcessStat> remaining();

    /**
     * How the child ended.
     *
     * @param status of the process that we started, as the JDK reports it
     */
    ExitStatus verdict(int status);
}
