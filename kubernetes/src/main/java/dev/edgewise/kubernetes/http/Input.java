package dev.edgewise.kubernetes.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

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
        StringBuilder earlier = null;
        while (true) {
            for (int i = position; i < limit; i++) {
                if (buffer[i] == '\n') {
                    String text = text(i);
                    position = i + 1;
                    return withoutReturn(
                            earlier == null ? text : earlier.append(text).toString());
                }
            }
            earlier = (earlier == null ? new StringBuilder() : earlier).append(text(limit));
            if (earlier.length() > SIZE) {
                throw new IOException("the server sent a header line of more than " + SIZE + " bytes");
            }
            fill();
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

    /** The two bytes of a line's end may have come in two pieces. */
    private static String withoutReturn(String line) {
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    private String text(int end) {
        return new String(buffer, position, end - position, StandardCharsets.ISO_8859_1);
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
