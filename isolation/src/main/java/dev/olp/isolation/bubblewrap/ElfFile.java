package dev.olp.isolation.bubblewrap;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an ELF file of 64 bits, little-endian, needs to be started (elf(5)).
 *
 * @param interpreter the dynamic loader's path, for a program that is not static
 * @param needed names of the libraries that it asks for itself
 */
record ElfFile(Optional<String> interpreter, List<String> needed) {
    private static final int HEADER_BYTES = 64;
    private static final int SEGMENT_BYTES = 56;
    private static final int MOST_SEGMENTS = 256;
    private static final int LONGEST_TEXT = 4096;
    private static final int MOST_DYNAMIC_BYTES = 1 << 20;
    private static final byte[] MAGIC = {0x7f, 'E', 'L', 'F', 2, 1};
    private static final int SEGMENTS_AT = 32;
    private static final int SEGMENT_COUNT_AT = 56;
    private static final int PT_LOAD = 1;
    private static final int PT_DYNAMIC = 2;
    private static final int PT_INTERP = 3;
    private static final int DT_NEEDED = 1;
    private static final int DT_STRTAB = 5;
    private static final int DYNAMIC_ENTRY_BYTES = 16;

    private record Segment(int type, long offset, long address, long bytes) {}

    /** @throws IOException when it cannot be read, or is no such file */
    static ElfFile read(Path file) throws IOException {
        try (FileChannel in = FileChannel.open(file)) {
            ByteBuffer header = bytes(in, 0, HEADER_BYTES);
            for (int at = 0; at < MAGIC.length; at++) {
                if (header.get(at) != MAGIC[at]) {
                    throw new IOException(file + " is no ELF file of 64 bits, little-endian");
                }
            }
            List<Segment> segments = segments(in, header);
            return new ElfFile(interpreter(in, segments), needed(in, segments));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IOException(file + " is a malformed ELF file", e);
        }
    }

    private static List<Segment> segments(FileChannel in, ByteBuffer header) throws IOException {
        int count = Short.toUnsignedInt(header.getShort(SEGMENT_COUNT_AT));
        if (count > MOST_SEGMENTS) {
            throw new IOException(count + " segments (expected: at most " + MOST_SEGMENTS + ")");
        }
        ByteBuffer table = bytes(in, header.getLong(SEGMENTS_AT), count * SEGMENT_BYTES);
        List<Segment> segments = new ArrayList<>();
        for (int each = 0; each < count; each++) {
            int at = each * SEGMENT_BYTES;
            segments.add(new Segment(
                    table.getInt(at), table.getLong(at + 8), table.getLong(at + 16), table.getLong(at + 32)));
        }
        return segments;
    }

    private static Optional<String> interpreter(FileChannel in, List<Segment> segments) throws IOException {
        for (Segment segment : segments) {
            if (segment.type == PT_INTERP) {
                return Optional.of(text(in, segment.offset));
            }
        }
        return Optional.empty();
    }

    private static List<String> needed(FileChannel in, List<Segment> segments) throws IOException {
        List<Long> names = new ArrayList<>();
        long strings = 0;
        for (Segment segment : segments) {
            if (segment.type == PT_DYNAMIC) {
                ByteBuffer dynamic = bytes(in, segment.offset, (int) Math.min(segment.bytes, MOST_DYNAMIC_BYTES));
                for (int at = 0; at + DYNAMIC_ENTRY_BYTES <= dynamic.limit(); at += DYNAMIC_ENTRY_BYTES) {
                    long tag = dynamic.getLong(at);
                    if (tag == 0) {
                        break;
                    } else if (tag == DT_NEEDED) {
                        names.add(dynamic.getLong(at + 8));
                    } else if (tag == DT_STRTAB) {
                        strings = offset(segments, dynamic.getLong(at + 8));
                    }
                }
            }
        }
        List<String> needed = new ArrayList<>();
        for (long name : names) {
            needed.add(text(in, strings + name));
        }
        return List.copyOf(needed);
    }

    /** Where in the file an address of the loaded program is. */
    private static long offset(List<Segment> segments, long address) throws IOException {
        for (Segment segment : segments) {
            if (segment.type == PT_LOAD && address >= segment.address && address < segment.address + segment.bytes) {
                return address - segment.address + segment.offset;
            }
        }
        throw new IOException("no segment holds address " + Long.toHexString(address));
    }

    private static String text(FileChannel in, long at) throws IOException {
        ByteBuffer read = ByteBuffer.allocate(LONGEST_TEXT);
        in.read(read, at);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (int index = 0; index < read.position(); index++) {
            if (read.get(index) == 0) {
                return text.toString(StandardCharsets.UTF_8);
            }
            text.write(read.get(index));
        }
        throw new IOException("a name without an end at " + at);
    }

    private static ByteBuffer bytes(FileChannel in, long at, int count) throws IOException {
        ByteBuffer read = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        while (read.hasRemaining()) {
            if (in.read(read, at + read.position()) < 0) {
                throw new EOFException("file ends before byte " + (at + count));
            }
        }
        return read.flip();
    }
}
