package dev.olp.isolation.seccomp;

import static dev.olp.isolation.seccomp.Instruction.allow;
import static dev.olp.isolation.seccomp.Instruction.fail;
import static dev.olp.isolation.seccomp.Instruction.kill;
import static dev.olp.isolation.seccomp.Instruction.load;
import static dev.olp.isolation.seccomp.Instruction.loadArgument;
import static dev.olp.isolation.seccomp.Instruction.mask;
import static dev.olp.isolation.seccomp.Instruction.unlessAnyBit;
import static dev.olp.isolation.seccomp.Instruction.unlessAtLeast;
import static dev.olp.isolation.seccomp.Instruction.unlessEqual;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Allows by default, since CLIs change their runtimes with every release, and refuses what a sandbox must not reach. A
 * call of another architecture (32 bits, x32) kills the process: its numbers mean other calls.
 *
 * <p>Each rule is a test of the call's number over a body that always ends in a verdict, so no jump is longer than a
 * body, and an argument loaded by one rule is never seen by the next.
 */
public final class SeccompProgram {
    private static final int X32_CALLS = 0x4000_0000;

    /** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
    private static final int NAMESPACES = 0x7e02_0000;

    /** CLONE_NEWTIME; to clone this bit is part of a signal number, only unshare knows it. */
    private static final int TIME_NAMESPACE = 0x80;

    private static final int PERSONALITY_LINUX = 0;
    private static final int PERSONALITY_QUERY = -1;
    private static final int TIOCSTI = 0x5412;
    private static final int TIOCLINUX = 0x541c;
    private static final int AF_UNIX = 1;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int AF_NETLINK = 16;
    private static final int NETLINK_ROUTE = 0;

    /** What of a socket's type is the type, and not SOCK_CLOEXEC or SOCK_NONBLOCK. */
    private static final int TYPE_BITS = 0xf;

    private static final int SOCK_STREAM = 1;
    private static final int SOCK_DGRAM = 2;
    private static final int IPPROTO_TCP = 6;
    private static final int IPPROTO_UDP = 17;

    private final Architecture architecture;
    private final List<Instruction> program = new ArrayList<>();

    private SeccompProgram(Architecture architecture) {
        this.architecture = architecture;
    }

    /** The program as {@code bwrap --seccomp} reads it: an array of struct sock_filter, little-endian. */
    public static byte[] bytes(Architecture architecture) {
        List<Instruction> program = of(architecture);
        ByteBuffer out = ByteBuffer.allocate(program.size() * Instruction.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        program.forEach(instruction -> instruction.writeTo(out));
        return out.array();
    }

    static List<Instruction> of(Architecture architecture) {
        return List.copyOf(new SeccompProgram(architecture).whole());
    }

    private List<Instruction> whole() {
        add(load(Instruction.ARCHITECTURE_AT));
        add(new Instruction(Instruction.EQUAL, 1, 0, architecture.audit()), kill());
        add(load(Instruction.CALL_AT));
        if (architecture == Architecture.X86_64) {
            add(unlessAtLeast(X32_CALLS, 1), kill());
        }
        for (DeniedCall call : DeniedCall.values()) {
            call.number(architecture).ifPresent(number -> add(unlessEqual(number, 1), fail(call.errno())));
        }
        for (CheckedCall call : CheckedCall.values()) {
            List<Instruction> body = body(call);
            add(unlessEqual(call.number(architecture), body.size()));
            program.addAll(body);
        }
        add(allow());
        return program;
    }

    private static List<Instruction> body(CheckedCall call) {
        return switch (call) {
            case CLONE -> denyBits(NAMESPACES);
            case UNSHARE -> denyBits(NAMESPACES | TIME_NAMESPACE);
            case PERSONALITY ->
                List.of(
                        loadArgument(0),
                        unlessEqual(PERSONALITY_LINUX, 1),
                        allow(),
                        unlessEqual(PERSONALITY_QUERY, 1),
                        allow(),
                        fail(Errno.NOT_PERMITTED));
            case IOCTL ->
                List.of(
                        loadArgument(1),
                        unlessEqual(TIOCSTI, 1),
                        fail(Errno.NOT_PERMITTED),
                        unlessEqual(TIOCLINUX, 1),
                        fail(Errno.NOT_PERMITTED),
                        allow());
            case SOCKET -> socket();
            case SOCKETPAIR -> List.of(loadArgument(0), unlessEqual(AF_UNIX, 1), allow(), fail(Errno.NO_SUCH_FAMILY));
        };
    }

    private static List<Instruction> denyBits(int bits) {
        return List.of(loadArgument(0), unlessAnyBit(bits, 1), fail(Errno.NOT_PERMITTED), allow());
    }

    /** Unix; TCP and UDP over IP; and of netlink only the routes, which name look-ups and bubblewrap itself ask for. */
    private static List<Instruction> socket() {
        List<Instruction> internet = List.of(
                loadArgument(1),
                mask(TYPE_BITS),
                new Instruction(Instruction.EQUAL, 2, 0, SOCK_STREAM),
                new Instruction(Instruction.EQUAL, 1, 0, SOCK_DGRAM),
                fail(Errno.NO_SUCH_PROTOCOL),
                loadArgument(2),
                unlessEqual(0, 1),
                allow(),
                unlessEqual(IPPROTO_TCP, 1),
                allow(),
                unlessEqual(IPPROTO_UDP, 1),
                allow(),
                fail(Errno.NO_SUCH_PROTOCOL));
        List<Instruction> netlink = List.of(
                unlessEqual(AF_NETLINK, 4),
                loadArgument(2),
                unlessEqual(NETLINK_ROUTE, 1),
                allow(),
                fail(Errno.NO_SUCH_PROTOCOL));
        List<Instruction> body = new ArrayList<>(List.of(loadArgument(0), unlessEqual(AF_UNIX, 1), allow()));
        body.addAll(netlink);
        body.add(new Instruction(Instruction.EQUAL, 2, 0, AF_INET));
        body.add(new Instruction(Instruction.EQUAL, 1, 0, AF_INET6));
        body.add(fail(Errno.NO_SUCH_FAMILY));
        body.addAll(internet);
        return body;
    }

    private void add(Instruction... instructions) {
        program.addAll(List.of(instructions));
    }
}
