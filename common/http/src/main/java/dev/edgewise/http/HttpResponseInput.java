package dev.edgewise.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Input from the server: header lines and body bytes. */
final class HttpResponseInput {
    /** Buffer size: the most that one TLS record holds. */
    private static final int SIZE = 16 * 1024;

    /** Maximum bytes of a head, or of the lines around a chunk. */
    private static final int MOST_IN_LINES = 4 * SIZE;

    private final InputStream in;
    private final Wait wait;
    private final byte[] buffer = new byte[SIZE];
    private int position;
    private int limit;

    private int left;

    /** A hook that runs before each wait for the server. */
    @FunctionalInterface
    interface Wait {
        /** @throws IOException if there is no time left for it */
        void begin() throws IOException;
    }

    HttpResponseInput(InputStream in, Wait wait) {
        this.in = in;
        this.wait = wait;
    }

    /** Begins a block of lines, of 64 KiB in all. */
    void beginLines() {
        left = MOST_IN_LINES;
    }

    /** Whether nothing has come that was not read. */
    boolean isEmpty() {
        return position == limit;
    }

    /** A line without its end. */
    String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        while (true) {
            if (position == limit) {
                fill();
            }
            char next = (char) (buffer[position++] & 0xff);
            if (next == '\n') {
                int end = line.length() - 1;
                return end >= 0 && line.charAt(end) == '\r' ? line.substring(0, end) : line.toString();
            }
            if (line.append(next).length() > SIZE) {
                throw new IOException("the server sent a header line of more than " + SIZE + " bytes");
            }
            if (--left < 0) {
                throw new IOException("the server sent header lines of more than " + MOST_IN_LINES + " bytes");
            }
        }
    }

    /** Reads at least one byte, at most {@code length}. */
    int read(byte[] into, int offset, int length) throws IOException {
        if (position == limit) {
            fill();
        }
        int count = Math.min(length, limit - position);
        System.arraycopy(buffer, position, into, offset, count);
        position += count;
        return count;
    }

    private void fill() throws IOException {
        position = 0;
        limit = 0;
        wait.begin();
        int count = in.read(buffer, 0, SIZE);
        if (count < 0) {
            throw new EOFException("the server closed the connection");
        }
        limit = count;
    }
}
