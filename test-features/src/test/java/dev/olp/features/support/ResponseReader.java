package dev.olp.features.support;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads HTTP/1.1 responses strictly: anything that RFC 9112 does not allow is an {@link IOException}. */
final class ResponseReader {
    private static final int MAX_LINE = 64 << 10;
    private final InputStream in;

    ResponseReader(InputStream in) {
        this.in = in;
    }

    /** A status line and its headers; the body is still unread. */
    Reply head() throws IOException {
        String[] status = line().split(" ", 3);
        if (status.length < 2 || !status[0].startsWith("HTTP/1.")) {
            throw new IOException("no status line: " + String.join(" ", status));
        }
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new IOException("no header: " + line);
            }
            headers.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return new Reply(Integer.parseInt(status[1]), headers, new byte[0]);
    }

    /** The body that a head announces. */
    InputStream body(Reply head, boolean toHead) {
        if (toHead || head.status() == 204 || head.status() == 304 || head.status() < 200) {
            return InputStream.nullInputStream();
        }
        if (head.header("transfer-encoding").equals("chunked")) {
            return new ChunkedBody();
        }
        String length = head.header("content-length");
        return length.isEmpty() ? in : new FixedBody(Long.parseLong(length));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\r'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended after: " + line);
            }
            if (line.length() > MAX_LINE) {
                throw new IOException("a line of more than " + MAX_LINE + " characters");
            }
            line.append((char) next);
        }
        if (in.read() != '\n') {
            throw new IOException("a bare CR after: " + line);
        }
        return line.toString();
    }

    private final class FixedBody extends InputStream {
        private long left;

        FixedBody(long length) {
            left = length;
        }

        @Override
        public int read() throws IOException {
            if (left == 0) {
                return -1;
            }
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the connection ended " + left + " bytes before the body did");
            }
            left--;
            return next;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int count = in.read(into, from, (int) Math.min(length, left));
            if (count < 0) {
                throw new EOFException("the connection ended " + left + " bytes before the body did");
            }
            left -= count;
            return count;
        }
    }

    private final class ChunkedBody extends InputStream {
        private long left;
        private boolean ended;
        private boolean begun;

        @Override
        public int read() throws IOException {
            if (left == 0 && !ended) {
                nextChunk();
            }
            if (ended) {
                return -1;
            }
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the connection ended within a chunk");
            }
            left--;
            return next;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            if (left == 0 && !ended) {
                nextChunk();
            }
            if (ended) {
                return -1;
            }
            // never past this chunk: the next may not be there yet
            int count = in.read(into, from, (int) Math.min(length, left));
            if (count < 0) {
                throw new EOFException("the connection ended within a chunk");
            }
            left -= count;
            return count;
        }

        private void nextChunk() throws IOException {
            if (begun && !line().isEmpty()) {
                throw new IOException("a chunk does not end with CRLF");
            }
            begun = true;
            left = Long.parseLong(line(), 16);
            if (left == 0) {
                ended = true;
                if (!line().isEmpty()) {
                    throw new IOException("trailers where none were expected");
                }
            }
        }
    }
}
