package dev.olp.isolation.seccomp;

import java.nio.ByteBuffer;

/**
 * One instruction of classic BPF (linux/filter.h, struct sock_filter).
 *
 * @param code operation
 * @param ifTrue instructions to skip when a test holds, 0 to 255
 * @param ifFalse instructions to skip when it does not, 0 to 255
 * @param value the constant
 */
record Instruction(int code, int ifTrue, int ifFalse, int value) {
    static final int BYTES = 8;

    /** BPF_LD | BPF_W | BPF_ABS. */
    static final int LOAD = 0x20;

    /** BPF_ALU | BPF_AND | BPF_K. */
    static final int AND = 0x54;

    /** BPF_JMP | BPF_JEQ | BPF_K. */
    static final int EQUAL = 0x15;

    /** BPF_JMP | BPF_JGE | BPF_K, unsigned. */
    static final int AT_LEAST = 0x35;

    /** BPF_JMP | BPF_JSET | BPF_K. */
    static final int ANY_BIT = 0x45;

    /** BPF_RET | BPF_K. */
    static final int RETURN = 0x06;

    /** SECCOMP_RET_ALLOW. */
    static final int ALLOW = 0x7fff_0000;

    /** SECCOMP_RET_KILL_PROCESS. */
    static final int KILL = 0x8000_0000;

    /** SECCOMP_RET_ERRNO; the number is in the low half. */
    static final int FAIL = 0x0005_0000;

    /** Offset in struct seccomp_data. */
    static final int CALL_AT = 0;

    static final int ARCHITECTURE_AT = 4;
    private static final int ARGUMENTS_AT = 16;
    private static final int ARGUMENT_BYTES = 8;

    static Instruction load(int at) {
        return new Instruction(LOAD, 0, 0, at);
    }

    /** The low half of an argument, little-endian: all that the kernel itself looks at where it takes an int. */
    static Instruction loadArgument(int index) {
        return load(ARGUMENTS_AT + index * ARGUMENT_BYTES);
    }

    static Instruction mask(int bits) {
        return new Instruction(AND, 0, 0, bits);
    }

    /** Skips what follows unless the value is this. */
    static Instruction unlessEqual(int value, int skip) {
        return new Instruction(EQUAL, 0, skip, value);
    }

    static Instruction unlessAtLeast(int value, int skip) {
        return new Instruction(AT_LEAST, 0, skip, value);
    }

    static Instruction unlessAnyBit(int bits, int skip) {
        return new Instruction(ANY_BIT, 0, skip, bits);
    }

    static Instruction allow() {
        return new Instruction(RETURN, 0, 0, ALLOW);
    }

    static Instruction kill() {
        return new Instruction(RETURN, 0, 0, KILL);
    }

    static Instruction fail(Errno errno) {
        return new Instruction(RETURN, 0, 0, FAIL | errno.number());
    }

    void writeTo(ByteBuffer out) {
        out.putShort((short) code).put((byte) ifTrue).put((byte) ifFalse).putInt(value);
    }
}
