package dev.edgewise.benchmarks.throughput.api;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** The body of one answer: with a content length, or in chunks (RFC 9112, 7.1). */
final class BodyStream extends InputStream {
    private final InputStream in;
    private final boolean chunked;
    private long left;
    private boolean ended;

    private BodyStream(InputStream in, boolean chunked, long left) {
        this.in = in;
        this.chunked = chunked;
        this.left = left;
        this.ended = !chunked && left == 0;
    }

    static BodyStream of(InputStream in, Head head) {
        return new BodyStream(in, head.chunked(), head.length());
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (!ended && chunked && left == 0) {
            nextChunk();
        }
        if (ended) {
            return -1;
        }
        int count = in.read(target, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw new EOFException("the API server ended the connection within an answer");
        }
        left -= count;
        if (left == 0) {
            endOfPart();
        }
        return count;
    }

    private void nextChunk() throws IOException {
        String size = Head.line(in);
        left = Long.parseLong(size, 16);
        if (left == 0) {
            Head.line(in);
            ended = true;
        }
    }

    private void endOfPart() throws IOException {
        if (chunked) {
            Head.line(in);
        } else {
            ended = true;
        }
    }
}
