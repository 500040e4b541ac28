package dev.edgewise.benchmarks.throughput.api;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/**
 * Status line and fields of an answer, as far as they are of use here.
 *
 * @param length of the body in bytes; 0 if it comes in chunks
 */
record Head(int status, long length, boolean chunked) {
    /** Reads up to the blank line. */
    static Head read(InputStream in) throws IOException {
        int status = status(line(in));
        long length = 0;
        boolean chunked = false;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            String field = line.toLowerCase(Locale.ROOT);
            if (field.startsWith("content-length:")) {
                length = Long.parseLong(
                        field.substring("content-length:".length()).trim());
            } else if (field.startsWith("transfer-encoding:")) {
                chunked = field.endsWith("chunked");
            }
        }
        return new Head(status, length, chunked);
    }

    private static int status(String line) throws IOException {
        if (!line.startsWith("HTTP/1.1 ") || line.length() < 12) {
            throw new IOException("the API server does not speak HTTP/1.1, but says: " + line);
        }
        return Integer.parseInt(line.substring(9, 12));
    }

    /** Up to the line break, without it. */
    static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the API server ended the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}
