package dev.olp.isolation.seccomp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Runs a program of classic BPF on one struct seccomp_data, as the kernel would; written from linux/filter.h. */
final class BpfInterpreter {
    private static final int DATA_BYTES = 64;
    private final ByteBuffer program;

    BpfInterpreter(byte[] program) {
        if (program.length % 8 != 0 || program.length == 0 || program.length / 8 > 4096) {
            throw new IllegalArgumentException("program of " + program.length + " bytes");
        }
        this.program = ByteBuffer.wrap(program).order(ByteOrder.LITTLE_ENDIAN);
    }

    static byte[] data(int call, int architecture, long... arguments) {
        ByteBuffer data = ByteBuffer.allocate(DATA_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        data.putInt(call).putInt(architecture).putLong(0x7fff_dead_beefL);
        for (long argument : arguments) {
            data.putLong(argument);
        }
        return data.array();
    }

    /** The verdict: {@code allow}, {@code kill} or {@code fail ERRNO}. */
    String run(byte[] data) {
        ByteBuffer input = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        int accumulator = 0;
        for (int at = 0; at < program.capacity() / 8; at++) {
            int code = Short.toUnsignedInt(program.getShort(at * 8));
            int ifTrue = Byte.toUnsignedInt(program.get(at * 8 + 2));
            int ifFalse = Byte.toUnsignedInt(program.get(at * 8 + 3));
            int value = program.getInt(at * 8 + 4);
            switch (code) {
                case 0x20 -> accumulator = input.getInt(value);
                case 0x54 -> accumulator &= value;
                case 0x15 -> at += accumulator == value ? ifTrue : ifFalse;
                case 0x35 -> at += Integer.compareUnsigned(accumulator, value) >= 0 ? ifTrue : ifFalse;
                case 0x45 -> at += (accumulator & value) != 0 ? ifTrue : ifFalse;
                case 0x06 -> {
                    return verdict(value);
                }
                default -> throw new IllegalStateException("instruction " + at + ": code " + code);
            }
        }
        throw new IllegalStateException("the program ran off its end");
    }

    private static String verdict(int value) {
        return switch (value & 0xffff_0000) {
            case 0x7fff_0000 -> "allow";
            case 0x8000_0000 -> "kill";
            case 0x0005_0000 -> "fail " + (value & 0xffff);
            default -> throw new IllegalStateException("verdict " + Integer.toHexString(value));
        };
    }
}
