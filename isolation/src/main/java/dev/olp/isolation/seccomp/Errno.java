package dev.olp.isolation.seccomp;

/** What a refused call returns; the numbers of asm-generic/errno.h, which both architectures use. */
enum Errno {
    NOT_PERMITTED(1),
    NO_SYSTEM_CALL(38),
    NO_SUCH_PROTOCOL(93),
    NO_SUCH_FAMILY(97);

    private final int number;

    Errno(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
