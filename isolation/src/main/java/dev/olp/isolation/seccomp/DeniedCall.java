package dev.olp.isolation.seccomp;

import java.util.OptionalInt;

/**
 * The system calls that fail whatever their arguments: each opens kernel code, another process or the host's state to a
 * program that has no use for it. Numbers: x86-64, arm64 (asm/unistd.h); {@link #NONE} where there is no such call.
 */
enum DeniedCall {
    // other processes
    PTRACE(101, 117),
    PROCESS_VM_READV(310, 270),
    PROCESS_VM_WRITEV(311, 271),
    PIDFD_GETFD(438, 438),
    KCMP(312, 272),
    // namespaces and mounts
    SETNS(308, 268),
    MOUNT(165, 40),
    UMOUNT2(166, 39),
    PIVOT_ROOT(155, 41),
    CHROOT(161, 51),
    OPEN_TREE(428, 428),
    MOVE_MOUNT(429, 429),
    FSOPEN(430, 430),
    FSCONFIG(431, 431),
    FSMOUNT(432, 432),
    FSPICK(433, 433),
    MOUNT_SETATTR(442, 442),
    OPEN_TREE_ATTR(467, 467),
    OPEN_BY_HANDLE_AT(304, 265),
    // big kernel surfaces
    BPF(321, 280),
    PERF_EVENT_OPEN(298, 241),
    USERFAULTFD(323, 282),
    FANOTIFY_INIT(300, 262),
    FANOTIFY_MARK(301, 263),
    LOOKUP_DCOOKIE(212, 18),
    QUOTACTL(179, 60),
    QUOTACTL_FD(443, 443),
    // keyrings belong to the user, not to the sandbox
    ADD_KEY(248, 217),
    REQUEST_KEY(249, 218),
    KEYCTL(250, 219),
    // the machine
    SETHOSTNAME(170, 161),
    SETDOMAINNAME(171, 162),
    SETTIMEOFDAY(164, 170),
    CLOCK_SETTIME(227, 112),
    ADJTIMEX(159, 171),
    CLOCK_ADJTIME(305, 266),
    REBOOT(169, 142),
    KEXEC_LOAD(246, 104),
    KEXEC_FILE_LOAD(320, 294),
    INIT_MODULE(175, 105),
    FINIT_MODULE(313, 273),
    DELETE_MODULE(176, 106),
    SWAPON(167, 224),
    SWAPOFF(168, 225),
    ACCT(163, 89),
    SYSLOG(103, 116),
    VHANGUP(153, 58),
    // of x86 alone
    MODIFY_LDT(154, DeniedCall.NONE),
    IOPL(172, DeniedCall.NONE),
    IOPERM(173, DeniedCall.NONE),
    USELIB(134, DeniedCall.NONE),
    // must look absent, so that libraries fall back to what can be checked: clone3 has its flags in memory, and a ring
    // opens sockets past every filter
    CLONE3(435, 435, Errno.NO_SYSTEM_CALL),
    IO_URING_SETUP(425, 425, Errno.NO_SYSTEM_CALL),
    IO_URING_ENTER(426, 426, Errno.NO_SYSTEM_CALL),
    IO_URING_REGISTER(427, 427, Errno.NO_SYSTEM_CALL);

    private static final int NONE = -1;

    private final int x86;
    private final int arm;
    private final Errno errno;

    DeniedCall(int x86, int arm) {
        this(x86, arm, Errno.NOT_PERMITTED);
    }

    DeniedCall(int x86, int arm, Errno errno) {
        this.x86 = x86;
        this.arm = arm;
        this.errno = errno;
    }

    OptionalInt number(Architecture architecture) {
        int number = architecture == Architecture.X86_64 ? x86 : arm;
        return number == NONE ? OptionalInt.empty() : OptionalInt.of(number);
    }

    Errno errno() {
        return errno;
    }
}
