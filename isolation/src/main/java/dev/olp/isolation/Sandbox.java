package dev.olp.isolation;

/** Opens one throw-away home per request and starts the one child that lives in it. */
public interface Sandbox {
    /**
     * Makes an empty home for one run.
     *
     * @param tenant the authenticated key's id; it is only ever hashed, so any string is safe
     * @param runId the request's id; likewise
     * @return the open run, to be closed by the caller on every path
     * @throws SandboxException when no home can be made; the message says why, for the log
     */
    SandboxedRun open(String tenant, String runId) throws SandboxException;
}
