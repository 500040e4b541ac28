package dev.edgewise.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** What comes from the server, header lines and body bytes alike. */
final class Input {
    /** As much as one TLS record holds. */
    private static final int SIZE = 16 * 1024;

    private final InputStream in;
    private final byte[] buffer = new byte[SIZE];
    private int position;
    private int limit;

    Input(InputStream in) {
        this.in = in;
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
        }
    }

    /** At least one byte, at most {@code length}. */
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
        int count = in.read(buffer, 0, SIZE);
        if (count < 0) {
            throw new EOFException("the server closed the connection");
        }
        limit = count;
    }
}
