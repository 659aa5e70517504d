package dev.olp.logins;

import dev.olp.isolation.contract.StdinLine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The least that makes a vendor's CLI renew its login: no model is asked. It is judged by the file alone; stdin stays
 * open until that has changed, since a CLI that ends before the answer is there loses the new refresh token.
 */
interface Renewal {
    List<String> args();

    /**
     * What tells the CLI where its login lies.
     *
     * @param folder the file's own, links resolved
     */
    Map<String, String> environment(Path folder);

    /** Written at once. */
    List<StdinLine> opening();

    /** Whether this line of stdout says that the CLI is done: a file that is unchanged soon after stays so. */
    boolean isDone(byte[] line);

    /** The content with which the CLI renews at its next start, though the token has life left; empty when it does so anyway. */
    Optional<byte[]> spent(byte[] content);
}
