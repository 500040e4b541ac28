package dev.edgewise.http;

import java.io.IOException;

/**
 * The part of an answer that comes before its body.
 *
 * @param code HTTP status
 * @param type content type; empty if there is none
 * @param length of the body in bytes; {@link #CHUNKED}, or {@link #UNTIL_CLOSE}
 * @param gzipped whether the body is compressed
 * @param tag version of what is answered; empty if there is none
 * @param reusable whether another request may follow on the connection
 */
record Head(int code, String type, long length, boolean gzipped, String tag, boolean reusable) {
    static final long CHUNKED = -1;
    static final long UNTIL_CLOSE = -2;
    private static final int CODE_AT = "HTTP/1.1 ".length();

    static Head read(Input input) throws IOException {
        input.beginLines();
        String status = input.line();
        while (code(status) / 100 == 1) {
            skipHeaders(input);
            status = input.line();
        }
        int code = code(status);
        String type = "";
        boolean gzipped = false;
        String tag = "";
        boolean reusable = status.startsWith("HTTP/1.1");
        long length = UNTIL_CLOSE;
        for (String line = input.line(); !line.isEmpty(); line = input.line()) {
            if (is(line, "content-length:")) {
                length = length == CHUNKED ? CHUNKED : length(value(line));
            } else if (is(line, "transfer-encoding:")) {
                length = CHUNKED;
            } else if (is(line, "content-type:")) {
                type = value(line);
            } else if (is(line, "content-encoding:")) {
                gzipped = "gzip".equalsIgnoreCase(value(line));
            } else if (is(line, "etag:")) {
                tag = value(line);
            } else if (is(line, "connection:")) {
                reusable &= !"close".equalsIgnoreCase(value(line));
            }
        }
        boolean bodyless = code == 204 || code == 304;
        return new Head(
                code, type, bodyless ? 0 : length, gzipped, tag, reusable && (bodyless || length != UNTIL_CLOSE));
    }

    private static void skipHeaders(Input input) throws IOException {
        while (!input.line().isEmpty()) {
            // Interim responses (1xx) carry nothing needed.
        }
    }

    private static int code(String status) throws IOException {
        try {
            return Integer.parseInt(status, CODE_AT, CODE_AT + 3, 10);
        } catch (IndexOutOfBoundsException | NumberFormatException notHttp) {
            throw new IOException("the server does not speak HTTP: \"" + status + "\"", notHttp);
        }
    }

    private static long length(String value) throws IOException {
        try {
            long length = Long.parseLong(value);
            if (length >= 0) {
                return length;
            }
        } catch (NumberFormatException notOne) {
            // Said below, as for one below 0.
        }
        throw new IOException("the server sent the content length \"" + value + "\"");
    }

    private static boolean is(String line, String name) {
        return line.regionMatches(true, 0, name, 0, name.length());
    }

    private static String value(String line) {
        return line.substring(line.indexOf(':') + 1).trim();
    }
}
