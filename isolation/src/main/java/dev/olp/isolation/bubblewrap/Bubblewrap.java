package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.posix.HostRoot;
import dev.olp.isolation.process.Spawner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The bubblewrap of this machine, proven fit.
 *
 * @param binary absolute path
 * @param version as it says, like {@code 0.8.0}
 */
public record Bubblewrap(Path binary, String version) {
    private static final Pattern VERSION = Pattern.compile("bubblewrap (\\d{1,4})\\.(\\d{1,4})(\\.\\S*)?\\s*");
    private static final int OLDEST_MINOR = 8;
    private static final int SET_ID_BITS = 06000;
    private static final int OTHERS_WRITE_BITS = 022;

    /** @throws SandboxException when it is missing or unfit; the message says what to do */
    public static Bubblewrap find(Spawner spawner) throws SandboxException {
        return at(Path.of("/usr/bin/bwrap"), spawner);
    }

    static Bubblewrap at(Path binary, Spawner spawner) throws SandboxException {
        if (!Files.isExecutable(binary)) {
            throw new SandboxException("no " + binary + " (expected: install the package bubblewrap)");
        }
        checkOwner(binary);
        String version = version(spawner.output(List.of(binary.toString(), "--version")));
        if (!spawner.output(List.of(binary.toString(), "--help")).contains("--disable-userns")) {
            throw new SandboxException(binary + " knows no --disable-userns (expected: one that lists it)");
        }
        return new Bubblewrap(binary, version);
    }

    /** @param said what it prints for {@code --version} */
    static String version(String said) throws SandboxException {
        Matcher version = VERSION.matcher(said);
        if (!version.matches()
                || (Integer.parseInt(version.group(1)) == 0 && Integer.parseInt(version.group(2)) < OLDEST_MINOR)) {
            throw new SandboxException("bwrap is " + said.strip() + " (expected: bubblewrap 0.8 or later)");
        }
        return said.strip().substring("bubblewrap ".length());
    }

    /** Whoever can write it, or made it set-uid, is stronger than the sandbox that it makes. */
    private static void checkOwner(Path binary) throws SandboxException {
        Map<String, Object> facts;
        try {
            facts = Files.readAttributes(binary, "unix:uid,mode,isRegularFile", LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            throw new SandboxException("cannot look at " + binary, e);
        }
        int mode = facts.get("mode") instanceof Integer number ? number : SET_ID_BITS;
        if (!Integer.valueOf((int) HostRoot.uid()).equals(facts.get("uid"))
                || !Boolean.TRUE.equals(facts.get("isRegularFile"))
                || (mode & (SET_ID_BITS | OTHERS_WRITE_BITS)) != 0) {
            throw new SandboxException(binary + " is of uid " + facts.get("uid") + ", mode "
                    + Integer.toOctalString(mode & 07777)
                    + " (expected: a file of root's, not set-uid, that only root can write)");
        }
    }
}
