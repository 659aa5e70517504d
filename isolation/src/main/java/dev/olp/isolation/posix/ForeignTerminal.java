package dev.olp.isolation.posix;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/** A pseudo-terminal by posix_openpt(3). The master end stays here, close-on-exec, and is never read. */
final class ForeignTerminal implements Posix.PseudoTerminal {
    /** O_RDWR | O_NOCTTY | O_CLOEXEC, alike on x86-64 and arm64. */
    private static final int OPEN_FLAGS = 0x2 | 0x100 | 0x80000;

    private static final int NAME_BYTES = 64;

    private final int master;
    private final String device;
    private final AtomicBoolean closed = new AtomicBoolean();

    private ForeignTerminal(int master, String device) {
        this.master = master;
        this.device = device;
    }

    static ForeignTerminal open() throws IOException {
        int master = call("posix_openpt", OPEN_FLAGS);
        if (master < 0) {
            throw new IOException("no pseudo-terminal to be had: is /dev/ptmx there, and devpts not full?");
        }
        try {
            if (call("unlockpt", master) != 0) {
                throw new IOException("unlockpt failed");
            }
            return new ForeignTerminal(master, name(master));
        } catch (IOException e) {
            call("close", master);
            throw e;
        }
    }

    @Override
    public String device() {
        return device;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            call("close", master);
        }
    }

    private static String name(int master) throws IOException {
        MethodHandle ptsname = function("ptsname_r", ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(NAME_BYTES);
            if ((int) ptsname.invokeExact(master, name, (long) NAME_BYTES) != 0) {
                throw new IOException("ptsname_r failed");
            }
            return name.getString(0);
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("ptsname_r", e);
        }
    }

    private static int call(String name, int argument) {
        try {
            return (int) function(name, ValueLayout.JAVA_INT).invokeExact(argument);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(name, e);
        }
    }

    @SuppressWarnings("restricted") // native access is granted on the command line
    private static MethodHandle function(String name, MemoryLayout... arguments) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments));
    }
}
