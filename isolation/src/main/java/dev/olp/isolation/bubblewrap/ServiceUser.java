package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.SandboxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Who children are to the kernel when the server itself is root: uid 0 inside a sandbox that root made is the real uid 0
 * to every file.
 *
 * @param uid not 0
 * @param gid not 0
 */
public record ServiceUser(long uid, long gid) {
    private static final Path USERS = Path.of("/etc/passwd");
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,9}");

    public ServiceUser {
        if (uid < 1 || gid < 1) {
            throw new IllegalArgumentException("service user: " + uid + ":" + gid + " (expected: neither is 0)");
        }
    }

    /** @throws SandboxException when there is no such user, or it is root by another name */
    public static ServiceUser find(String name) throws SandboxException {
        return find(USERS, name);
    }

    static ServiceUser find(Path users, String name) throws SandboxException {
        try {
            for (String line : Files.readAllLines(users, StandardCharsets.ISO_8859_1)) {
                String[] fields = line.split(":", -1);
                if (fields.length >= 4 && fields[0].equals(name)) {
                    return of(name, fields[2], fields[3]);
                }
            }
        } catch (IOException e) {
            throw new SandboxException("cannot read " + users, e);
        }
        throw new SandboxException("service user: " + name + " (expected: a user of " + users + ")");
    }

    private static ServiceUser of(String name, String uid, String gid) throws SandboxException {
        if (!NUMBER.matcher(uid).matches() || !NUMBER.matcher(gid).matches()) {
            throw new SandboxException(
                    "service user: " + name + " is " + uid + ":" + gid + " (expected: a user that is not root)");
        }
        return new ServiceUser(Long.parseLong(uid), Long.parseLong(gid));
    }
}
