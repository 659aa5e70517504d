package dev.olp.isolation.home;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.posix.HostRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Chooses the folder under which every home is made: ours alone, on memory where the machine has it. */
public final class SpawnRoot {
    /** What a run adds to it: an instance, a run, and a CLI's longest socket in its TMPDIR ({@code cc-socks/PID.sock}). */
    private static final int LONGEST_BELOW = "/01234567/0123456789-0123456789abcdef/tmp/cc-socks/4194304.sock".length();

    /** sun_path of unix(7) less its NUL. */
    private static final int SOCKET_PATH_BYTES = 107;

    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");

    /** Of children that are another user. */
    private static final PosixFilePermission PASS = PosixFilePermission.OTHERS_EXECUTE;

    private SpawnRoot() {}

    /**
     * The first that may be used, made if need be, of {@code $RUNTIME_DIRECTORY/olp}, {@code $XDG_RUNTIME_DIR/olp},
     * {@code /run/olp} (root only), {@code /dev/shm/olp-UID} and {@code olpHome/run}.
     *
     * @param uid our effective user id
     * @throws SandboxException when none may be used; the message says why for each
     */
    public static Path choose(Map<String, String> environment, long uid, Path olpHome) throws SandboxException {
        return choose(environment, uid, olpHome, uid == 0);
    }

    /**
     * The same.
     *
     * @param passable whether children are other users, who must get to their sockets
     */
    public static Path choose(Map<String, String> environment, long uid, Path olpHome, boolean passable)
            throws SandboxException {
        List<String> refusals = new ArrayList<>();
        for (Path candidate : candidates(environment, uid, olpHome)) {
            try {
                return take(candidate, uid, passable);
            } catch (SandboxException e) {
                refusals.add(e.getMessage());
            }
        }
        throw new SandboxException("no folder for homes: " + String.join("; ", refusals));
    }

    private static List<Path> candidates(Map<String, String> environment, long uid, Path olpHome) {
        List<Path> candidates = new ArrayList<>();
        for (String name : List.of("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR")) {
            String value = environment.getOrDefault(name, "").split(":", 2)[0]; // systemd joins several by colons
            if (value.startsWith("/")) {
                candidates.add(Path.of(value, "olp"));
            }
        }
        if (uid == 0) {
            candidates.add(Path.of("/run/olp"));
        }
        candidates.add(Path.of("/dev/shm/olp-" + uid));
        candidates.add(olpHome.toAbsolutePath().normalize().resolve("run"));
        return candidates;
    }

    /** Checks a folder and every one above it, and makes it when it is not there yet. */
    static Path take(Path folder, long uid, boolean passable) throws SandboxException {
        int longest = folder.toString().length() + LONGEST_BELOW;
        if (longest > SOCKET_PATH_BYTES) {
            throw refused(
                    folder,
                    "makes socket paths of " + longest + " bytes (expected: at most " + SOCKET_PATH_BYTES + ")");
        }
        try {
            checkParents(folder, uid);
            if (passable) {
                checkPassable(folder);
            }
            Set<PosixFilePermission> mode = passable ? RunFolder.PASSABLE : PRIVATE;
            if (Files.notExists(folder, LinkOption.NOFOLLOW_LINKS)) {
                RunFolder.makeFolder(folder, passable);
            }
            Facts facts = Facts.of(folder);
            if (passable && facts.equals(facts.as(uid, PRIVATE))) {
                Files.setPosixFilePermissions(folder, mode); // it was not asked for until now
                facts = Facts.of(folder);
            }
            // once passable it stays so: another server of ours may need it
            if (!facts.equals(facts.as(uid, mode)) && !facts.equals(facts.as(uid, RunFolder.PASSABLE))) {
                throw refused(
                        folder,
                        "is " + facts + " (expected: a real folder of uid " + uid + ", "
                                + PosixFilePermissions.toString(mode) + ")");
            }
            return folder;
        } catch (IOException e) {
            throw new SandboxException(folder + " cannot be used: " + e, e);
        }
    }

    /** @throws SandboxException when somebody but root and that user could put another in this path's place */
    public static void checkParents(Path path, long uid) throws IOException, SandboxException {
        for (Path above = path.getParent(); above != null; above = above.getParent()) {
            checkParent(path, above, uid);
        }
    }

    /** Whoever may rename entries of a folder above can swap ours; the sticky bit takes that right from others. */
    private static void checkParent(Path folder, Path above, long uid) throws IOException, SandboxException {
        Facts facts = Facts.of(above);
        boolean othersWrite = facts.permissions().contains(PosixFilePermission.OTHERS_WRITE)
                || (facts.permissions().contains(PosixFilePermission.GROUP_WRITE) && facts.group() != facts.owner());
        if (!facts.realFolder()
                || (facts.owner() != uid && facts.owner() != HostRoot.uid())
                || (othersWrite && !facts.sticky())) {
            throw refused(
                    folder,
                    "lies in " + above + ", which is " + facts + " (expected: a real folder of root or uid " + uid
                            + " that nobody else may write)");
        }
    }

    private static void checkPassable(Path folder) throws IOException, SandboxException {
        for (Path above = folder.getParent(); above != null; above = above.getParent()) {
            Facts facts = Facts.of(above);
            if (!facts.permissions().contains(PASS)) {
                throw refused(
                        folder,
                        "lies in " + above + ", which is " + facts + ": children that are another user could not pass");
            }
        }
    }

    /** Whether another user gets to what lies in the folder, if he knows its name. */
    public static boolean isPassable(Path folder) {
        try {
            checkPassable(folder);
            return Facts.of(folder).permissions().contains(PASS);
        } catch (IOException | SandboxException e) { // a folder that cannot be looked at bars the way
            return false;
        }
    }

    private static SandboxException refused(Path folder, String why) {
        return new SandboxException(folder + " " + why);
    }

    private record Facts(
            boolean realFolder, long owner, long group, boolean sticky, Set<PosixFilePermission> permissions) {
        private static final int STICKY = 01000;

        static Facts of(Path path) throws IOException {
            Map<String, Object> attributes =
                    Files.readAttributes(path, "unix:isDirectory,uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
            return new Facts(
                    Boolean.TRUE.equals(attributes.get("isDirectory")),
                    Integer.toUnsignedLong(number(attributes, "uid")),
                    Integer.toUnsignedLong(number(attributes, "gid")),
                    (number(attributes, "mode") & STICKY) != 0,
                    Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
        }

        /** The same as a real folder of that owner and mode. */
        Facts as(long uid, Set<PosixFilePermission> mode) {
            return new Facts(true, uid, group, sticky, mode);
        }

        private static int number(Map<String, Object> attributes, String name) {
            return ((Number) Objects.requireNonNull(attributes.get(name))).intValue();
        }

        @Override
        public String toString() {
            return (realFolder ? "a folder" : "no real folder") + " of uid " + owner + ", "
                    + PosixFilePermissions.toString(permissions) + (sticky ? " sticky" : "");
        }
    }
}
