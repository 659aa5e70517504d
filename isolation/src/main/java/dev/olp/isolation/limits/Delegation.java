package dev.olp.isolation.limits;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;

/**
 * Whether a cgroup is ours to divide. That we can write it says little: root can write all of them, and a user all that
 * their session's manager keeps for itself.
 */
final class Delegation {
    /** What systemd sets on a cgroup that it delegates, since 251. */
    private static final String MARK = "delegate";

    private static final List<String> WRITTEN = List.of("cgroup.procs", "cgroup.subtree_control");

    private Delegation() {}

    /** @param uid our effective user id */
    static boolean covers(Path folder, long uid) {
        boolean writable =
                Files.isWritable(folder) && WRITTEN.stream().allMatch(name -> Files.isWritable(folder.resolve(name)));
        return writable && (marked(folder) || isBoundary(folder, uid));
    }

    private static boolean marked(Path folder) {
        UserDefinedFileAttributeView marks =
                Files.getFileAttributeView(folder, UserDefinedFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        try {
            if (marks == null || !marks.list().contains(MARK)) {
                return false;
            }
            ByteBuffer value = ByteBuffer.allocate(marks.size(MARK));
            marks.read(MARK, value);
            return new String(value.array(), StandardCharsets.US_ASCII).equals("1");
        } catch (IOException e) { // kernels before 5.7 have no such attributes on cgroups
            return false;
        }
    }

    /** Where ownership changes hands to us, somebody handed it over; between two folders of root's nobody can tell. */
    private static boolean isBoundary(Path folder, long uid) {
        Path above = folder.getParent();
        try {
            return uid != 0 && above != null && owner(folder) == uid && owner(above) != uid;
        } catch (IOException e) {
            return false;
        }
    }

    private static long owner(Path path) throws IOException {
        return Integer.toUnsignedLong((Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS));
    }
}
