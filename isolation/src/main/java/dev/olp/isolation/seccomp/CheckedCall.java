package dev.olp.isolation.seccomp;

/** The system calls whose arguments decide. Numbers: x86-64, arm64 (asm/unistd.h). */
enum CheckedCall {
    CLONE(56, 220),
    UNSHARE(272, 97),
    PERSONALITY(135, 92),
    IOCTL(16, 29),
    SOCKET(41, 198),
    SOCKETPAIR(53, 199);

    private final int x86;
    private final int arm;

    CheckedCall(int x86, int arm) {
        this.x86 = x86;
        this.arm = arm;
    }

    int number(Architecture architecture) {
        return architecture == Architecture.X86_64 ? x86 : arm;
    }
}
