package dev.olp.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/**
 * Netty's decoder without its two leniencies that matter for smuggling: folded header lines (RFC 9112, 5.2), and
 * anything but one space between the parts of a request line. What else must be refused Netty 4.2.18 refuses by default
 * (bare line feeds, two lengths, a length beside chunked, bad chunk sizes, bad names and values).
 *
 * <p>Decodes one object for each call, so that pipelined requests stay bytes until their turn.
 */
final class StrictRequestDecoder extends HttpRequestDecoder {
    private static final int LARGEST_PIECE = 16 * 1024;

    private boolean inHead = true;
    private boolean pastRequestLine;
    private boolean refused;

    StrictRequestDecoder(HttpSettings settings) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(settings.maxRequestLineBytes())
                .setMaxHeaderSize(settings.maxHeaderBytes())
                .setMaxChunkSize(LARGEST_PIECE));
        setSingleDecode(true);
    }

    /** Bytes that were taken in and not decoded yet. */
    int pending() {
        return actualReadableBytes();
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf buffer, List<Object> out) throws Exception {
        if (refused || (inHead && hasFoldedLine(buffer))) {
            buffer.skipBytes(buffer.readableBytes());
            if (!refused) {
                refused = true;
                out.add(foldedHead());
            }
            return;
        }
        super.decode(context, buffer, out);
        for (Object decoded : out) {
            if (decoded instanceof HttpRequest) {
                inHead = false;
                pastRequestLine = false;
            }
            if (decoded instanceof LastHttpContent) {
                inHead = true;
            }
        }
    }

    /** The parser takes whole lines only, so the buffer starts at a line's start whenever a head is cut in two. */
    private boolean hasFoldedLine(ByteBuf buffer) {
        int end = buffer.writerIndex();
        int line = buffer.readerIndex();
        boolean first = !pastRequestLine;
        while (line < end) {
            byte start = buffer.getByte(line);
            if (start == ' ' || start == '\t') {
                return true;
            }
            if (!first && (start == '\r' || start == '\n')) {
                return false;
            }
            first &= start == '\r' || start == '\n';
            int feed = buffer.indexOf(line, end, (byte) '\n');
            if (feed < 0) {
                return false;
            }
            line = feed + 1;
        }
        return false;
    }

    private static HttpRequest foldedHead() {
        HttpRequest head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/bad-request");
        head.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("folded header line")));
        return head;
    }

    @Override
    protected String splitFirstWordInitialLine(byte[] line, int start, int length) {
        pastRequestLine = true;
        requireSpaceBetween(start == 0);
        return super.splitFirstWordInitialLine(line, start, length);
    }

    @Override
    protected String splitSecondWordInitialLine(byte[] line, int start, int length) {
        requireSpaceBetween(start > 1 && line[start - 1] == ' ' && line[start - 2] > ' ');
        return super.splitSecondWordInitialLine(line, start, length);
    }

    @Override
    protected String splitThirdWordInitialLine(byte[] line, int start, int length) {
        requireSpaceBetween(line[start - 1] == ' ' && line[start - 2] != ' ');
        String version = super.splitThirdWordInitialLine(line, start, length);
        if (!version.startsWith("HTTP/")) {
            throw new IllegalArgumentException("the request line does not end in an HTTP version");
        }
        return version;
    }

    private static void requireSpaceBetween(boolean right) {
        if (!right) {
            throw new IllegalArgumentException("the request line is not three words with one space between");
        }
    }
}
