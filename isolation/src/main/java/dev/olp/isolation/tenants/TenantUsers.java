package dev.olp.isolation.tenants;

import dev.olp.isolation.SandboxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Gives each tenant with a live run a number of its own. Other servers of ours give from the same range, so a number is
 * ours only while we hold the lock on its byte of a file that all of them share; the kernel frees what a dead server held.
 * What was given back longest ago is given again first.
 */
public final class TenantUsers {
    private static final String FILE = "users";

    private final SubIds users;
    private final SubIds groups;
    private final Path file;
    private final Map<String, Held> held = new HashMap<>();
    private final Deque<Long> back = new ArrayDeque<>();
    private long fresh;
    private @Nullable FileChannel locks;

    /** @param shared a folder of ours alone that all servers of ours which give from these ranges use */
    public TenantUsers(SubIds users, SubIds groups, Path shared) {
        this.users = users;
        this.groups = groups;
        this.file = shared.resolve(FILE);
    }

    private record Held(long number, FileLock lock, AtomicInteger runs) {}

    /** The first pair of ids, to see whether one can become it. */
    public TenantUser sample() {
        return new TenantUser(users.first(), groups.first(), () -> {});
    }

    /**
     * The tenant's user, for one more run.
     *
     * @throws SandboxException when all are given, or the file cannot be locked
     */
    public synchronized TenantUser take(String tenant) throws SandboxException {
        Held user = held.get(tenant);
        if (user == null) {
            user = choose();
            held.put(tenant, user);
        }
        user.runs.incrementAndGet();
        return new TenantUser(users.first() + user.number, groups.first() + user.number, () -> giveBack(tenant));
    }

    private Held choose() throws SandboxException {
        long all = Math.min(users.count(), groups.count());
        int waiting = back.size();
        try {
            for (long tries = 0; tries < all; tries++) {
                long number = tries < waiting ? back.removeFirst() : fresh++;
                if (number >= all) {
                    break;
                }
                FileLock lock = locks().tryLock(number, 1, false);
                if (lock != null) {
                    return new Held(number, lock, new AtomicInteger());
                }
                back.addLast(number); // another server's just now
            }
        } catch (IOException e) {
            throw new SandboxException("cannot lock a user for the tenant in " + file.getFileName(), e);
        }
        throw new SandboxException(
                "all " + all + " users for tenants are taken (expected: a longer range of subordinate ids)");
    }

    private FileChannel locks() throws IOException {
        FileChannel open = locks;
        if (open == null) {
            open = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            locks = open;
        }
        return open;
    }

    private synchronized void giveBack(String tenant) {
        Held user = held.get(tenant);
        if (user == null || user.runs.decrementAndGet() > 0) {
            return;
        }
        held.remove(tenant);
        back.addLast(user.number);
        try {
            user.lock.release();
        } catch (IOException e) {
            throw new UncheckedIOException("a lock that is ours cannot be released", e);
        }
    }
}
