package dev.edgewise.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;

/** The body of one answer: as many bytes as announced, or chunk after chunk. */
final class HttpResponseBody extends InputStream {
    private static final Pattern SIZE = Pattern.compile("[0-9a-fA-F]{1,15}");

    private final HttpResponseInput input;
    private final boolean chunked;
    private final boolean untilClose;
    /** Bytes left of the body, or of the current chunk. */
    private long left;

    private boolean firstChunk = true;
    private boolean ended;

    HttpResponseBody(HttpResponseInput input, long length) {
        this.input = input;
        this.chunked = length == HttpResponseHead.CHUNKED;
        this.untilClose = length == HttpResponseHead.UNTIL_CLOSE;
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
        if (!firstChunk && !input.line().isEmpty()) {
            throw new IOException("the server sent more of a chunk than it said");
        }
        firstChunk = false;
        left = size(input.line());
        if (left == 0) {
            ended = true;
            while (!input.line().isEmpty()) {
                // Trailers carry nothing needed.
            }
        }
    }

    private static long size(String line) throws IOException {
        int extension = line.indexOf(';');
        String digits = (extension < 0 ? line : line.substring(0, extension)).trim();
        if (!SIZE.matcher(digits).matches()) {
            throw new IOException("the server sent the chunk size \"" + line + "\"");
        }
        return Long.parseLong(digits, 16);
    }
}
