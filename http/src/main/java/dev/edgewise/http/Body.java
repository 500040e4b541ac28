package dev.edgewise.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** The body of one answer: as many bytes as announced, or chunk after chunk. */
final class Body extends InputStream {
    private final Input input;
    private final boolean chunked;
    private final boolean untilClose;
    /** Of the body, or of the current chunk. */
    private long left;

    private boolean firstChunk = true;
    private boolean ended;

    Body(Input input, long length) {
        this.input = input;
        this.chunked = length == Head.CHUNKED;
        this.untilClose = length == Head.UNTIL_CLOSE;
        this.left = Math.max(length, 0);
        this.ended = length == 0;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (chunked && left == 0 && !ended) {
            nextChunk();
        }
        if (ended) {
            return -1;
        }
        if (untilClose) {
            return readUntilClose(into, offset, length);
        }
        int count = input.read(into, offset, (int) Math.min(length, left));
        left -= count;
        ended = left == 0 && !chunked;
        return count;
    }

    /** Whether all of it was read. */
    boolean isEnded() {
        return ended;
    }

    private int readUntilClose(byte[] into, int offset, int length) throws IOException {
        try {
            return input.read(into, offset, length);
        } catch (EOFException end) {
            ended = true;
            return -1;
        }
    }

    private void nextChunk() throws IOException {
        input.beginLines();
        if (!firstChunk) {
            // The line end that closes the chunk before.
            input.line();
        }
        firstChunk = false;
        String size = input.line();
        int extension = size.indexOf(';');
        try {
            left = Long.parseLong((extension < 0 ? size : size.substring(0, extension)).trim(), 16);
        } catch (NumberFormatException notOne) {
            throw new IOException("the server sent the chunk size \"" + size + "\"", notOne);
        }
        if (left < 0) {
            throw new IOException("the server sent the chunk size \"" + size + "\"");
        }
        if (left == 0) {
            ended = true;
            while (!input.line().isEmpty()) {
                // Trailers carry nothing needed.
            }
        }
    }
}
