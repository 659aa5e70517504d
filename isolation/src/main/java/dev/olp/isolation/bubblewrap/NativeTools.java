package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.home.SpawnRoot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The programs of this build that run inside sandboxes, unpacked where every child's user can reach them. */
public final class NativeTools {
    private static final int MODE = 0555;
    private static final int MODE_BITS = 07777;
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> ENTERED_BY_ALL = PosixFilePermissions.fromString("rwxr-xr-x");

    private final Path netbridge;
    private final Path probe;

    private NativeTools(Path netbridge, Path probe) {
        this.netbridge = netbridge;
        this.probe = probe;
    }

    /**
     * Unpacks what is not there yet; what is there already is used only if its digest is right.
     *
     * @param folder absolute, made if need be; only we and root may write in it and above
     * @param uid our effective user id
     * @param others whether children are other users, so that everybody must be able to enter the folder
     * @throws SandboxException when the build has no such program for this architecture, or the folder is unfit; the
     *     message says what to do
     */
    public static NativeTools unpack(Path folder, long uid, boolean others) throws SandboxException {
        return unpack(folder, uid, others, System.getProperty("os.arch"));
    }

    static NativeTools unpack(Path folder, long uid, boolean others, String javaArchitecture) throws SandboxException {
        return new NativeTools(
                unpack("netbridge", folder, uid, others, javaArchitecture),
                unpack("probe", folder, uid, others, javaArchitecture));
    }

    private static Path unpack(String name, Path folder, long uid, boolean others, String javaArchitecture)
            throws SandboxException {
        String source = "/dev/olp/isolation/native/linux-"
                + (javaArchitecture.equals("amd64") ? "x86_64" : javaArchitecture) + "/" + name;
        byte[] program = resource(source);
        String digest = digest(program);
        if (!digest.equals(new String(resource(source + ".sha256"), StandardCharsets.US_ASCII).strip())) {
            throw new SandboxException(source + " does not have its SHA-256 (expected: a whole build; build again)");
        }
        Path target = folder.resolve(name + "-" + digest);
        try {
            prepare(folder, uid, others);
            SpawnRoot.checkParents(target, uid);
            if (!stands(target, uid, digest)) {
                write(target, program);
            }
        } catch (IOException e) {
            throw new SandboxException("cannot unpack " + name + " into " + folder + ": " + e, e);
        }
        if (others) {
            checkEntrance(folder);
        }
        if (!Files.isExecutable(target)) {
            throw new SandboxException(
                    "nothing can be executed in " + folder + " (expected: a file system that is not mounted noexec)");
        }
        return target;
    }

    /** A bridge from these ports of a sandbox to those sockets of its run. */
    public Bridge bridge(Map<Integer, String> ports) {
        return new Bridge(netbridge, new TreeMap<>(ports));
    }

    /** What tries the attacks, see {@code selftest}. */
    public Path probe() {
        return probe;
    }

    private static byte[] resource(String name) throws SandboxException {
        try (InputStream in = NativeTools.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new SandboxException(
                        "no " + name + " in this build (expected: one made where gcc and libc6-dev are, for this"
                                + " architecture: install them and run ./setup)");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new SandboxException("cannot read " + name, e);
        }
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static void prepare(Path folder, long uid, boolean others) throws IOException {
        boolean made = Files.notExists(folder, LinkOption.NOFOLLOW_LINKS);
        if (made) {
            Files.createDirectory(folder);
        }
        // one from before children were other users is opened to them: it holds nothing but these programs
        if (made
                || (others
                        && Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS) instanceof Integer owner
                        && Integer.toUnsignedLong(owner) == uid
                        && PRIVATE.equals(Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS)))) {
            Files.setPosixFilePermissions(folder, others ? ENTERED_BY_ALL : PRIVATE);
        }
    }

    private static boolean stands(Path target, long uid, String digest) throws IOException {
        if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        Map<String, Object> facts = Files.readAttributes(target, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
        return facts.get("uid") instanceof Integer owner
                && Integer.toUnsignedLong(owner) == uid
                && facts.get("mode") instanceof Integer mode
                && (mode & MODE_BITS) == MODE
                && digest.equals(digest(Files.readAllBytes(target)));
    }

    private static void write(Path target, byte[] program) throws IOException {
        Path made = Files.createTempFile(target.getParent(), "tool-", ".new");
        try {
            Files.write(made, program);
            Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("r-xr-xr-x"));
            Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(made);
        }
    }

    private static void checkEntrance(Path folder) throws SandboxException {
        try {
            for (Path each = folder; each != null; each = each.getParent()) {
                if (!Files.getPosixFilePermissions(each).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                    throw new SandboxException(folder + " cannot be entered by the children's user, because of " + each
                            + " (expected: a folder that everybody may enter)");
                }
            }
        } catch (IOException e) {
            throw new SandboxException("cannot look at " + folder, e);
        }
    }
}
