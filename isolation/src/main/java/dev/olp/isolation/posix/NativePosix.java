package dev.olp.isolation.posix;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import jnr.constants.platform.Errno;
import jnr.constants.platform.OpenFlags;
import jnr.posix.POSIX;
import jnr.posix.POSIXFactory;
import jnr.posix.util.DefaultPOSIXHandler;
import jnr.posix.util.SunMiscSignal;

/** Signals and locks by jnr-posix, terminals by the JDK's foreign functions (jnr-posix has no posix_openpt). */
public final class NativePosix implements Posix {
    /** As flock(2) has them, on every Linux. */
    private static final int LOCK_EX = 2;

    private static final int LOCK_NB = 4;
    private static final int OURS_ALONE = 0600;

    private final POSIX posix;

    private NativePosix(POSIX posix) {
        this.posix = posix;
    }

    /**
     * Loads the native implementation.
     *
     * @throws IllegalStateException when jnr fell back to its pure Java one, which it does silently where it cannot
     *     unpack its library into {@code java.io.tmpdir}; that one cannot kill a group, so nothing may start with it
     */
    public static NativePosix load() {
        POSIX posix = POSIXFactory.getPOSIX(new DefaultPOSIXHandler(), true);
        if (!posix.isNative()) {
            throw new IllegalStateException("jnr-posix has no native implementation with java.io.tmpdir="
                    + System.getProperty("java.io.tmpdir") + " (expected: a writable folder that allows execution)");
        }
        return new NativePosix(posix);
    }

    @Override
    public long effectiveUserId() {
        return Integer.toUnsignedLong(posix.geteuid());
    }

    @Override
    public boolean kill(long pid, Signal signal) {
        return posix.kill(Math.toIntExact(checked(pid)), signal.number()) == 0;
    }

    @Override
    public boolean killGroup(long group, Signal signal) {
        return posix.kill(Math.toIntExact(-checked(group)), signal.number()) == 0;
    }

    @Override
    public void onSignal(Signal signal, Runnable action) {
        jnr.constants.platform.Signal caught = switch (signal) {
            case HANG_UP -> jnr.constants.platform.Signal.SIGHUP;
            case INTERRUPT -> jnr.constants.platform.Signal.SIGINT;
            case TERMINATE -> jnr.constants.platform.Signal.SIGTERM;
            case KILL -> throw new IllegalArgumentException("SIGKILL cannot be caught");
        };
        SunMiscSignal.signal(caught, number -> action.run());
    }

    @Override
    public PseudoTerminal openTerminal() throws IOException {
        return ForeignTerminal.open();
    }

    @Override
    public Optional<FileLock> tryLock(String file) throws IOException {
        int flags = OpenFlags.O_RDWR.intValue()
                | OpenFlags.O_CREAT.intValue()
                | OpenFlags.O_NOFOLLOW.intValue()
                | OpenFlags.O_CLOEXEC.intValue();
        int descriptor = posix.open(file, flags, OURS_ALONE);
        if (descriptor < 0) {
            throw new IOException(
                    file + " cannot be opened: " + Errno.valueOf(posix.errno()).description());
        }
        if (posix.flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
            AtomicBoolean held = new AtomicBoolean(true);
            return Optional.of(() -> {
                if (held.getAndSet(false)) {
                    posix.close(descriptor);
                }
            });
        }
        int error = posix.errno();
        posix.close(descriptor);
        if (error != Errno.EWOULDBLOCK.intValue() && error != Errno.EINTR.intValue()) {
            throw new IOException(
                    file + " cannot be locked: " + Errno.valueOf(error).description());
        }
        return Optional.empty();
    }

    /** 0, 1 and -1 mean "my own group", "init" and "everything I may signal" to kill(2). */
    private static long checked(long pid) {
        if (pid <= 1) {
            throw new IllegalArgumentException("pid: " + pid + " (expected: > 1)");
        }
        return pid;
    }
}
