package dev.edgewise.http;

import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The part of an answer that comes before its body. Whatever two programs could read differently, such as two lengths,
 * is refused: behind a proxy the next answer would begin at two places.
 *
 * @param code HTTP status
 * @param type content type; empty if there is none
 * @param length of the body in bytes; {@link #CHUNKED}, or {@link #UNTIL_CLOSE}
 * @param gzipped whether the body is compressed
 * @param tag version of what is answered; empty if there is none
 * @param date when the server answered, in HTTP's form; empty if it does not say so
 * @param reusable whether another request may follow on the connection
 */
record HttpResponseHead(
        int code, String type, long length, boolean gzipped, String tag, String date, boolean reusable) {
    static final long CHUNKED = -1;
    static final long UNTIL_CLOSE = -2;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.([01]) ([1-5][0-9][0-9])( .*)?");
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

    static HttpResponseHead read(HttpResponseInput input) throws IOException {
        input.beginLines();
        String status = input.line();
        while (code(status) / 100 == 1) {
            skipHeaders(input);
            status = input.line();
        }
        Fields fields = new Fields(code(status), status.startsWith("HTTP/1.1"));
        for (String line = input.line(); !line.isEmpty(); line = input.line()) {
            fields.read(line);
        }
        return fields.head();
    }

    private static void skipHeaders(HttpResponseInput input) throws IOException {
        while (!input.line().isEmpty()) {
            // Interim responses (1xx) carry nothing needed.
        }
    }

    private static int code(String status) throws IOException {
        var parts = STATUS.matcher(status);
        if (!parts.matches()) {
            throw new IOException("the server does not speak HTTP: \"" + status + "\"");
        }
        return Integer.parseInt(parts.group(2));
    }

    /** Fields read from the header lines so far. */
    private static final class Fields {
        private final int code;
        private final boolean isNewest;
        private boolean reusable;
        private String type = "";
        private boolean gzipped;
        private String tag = "";
        private String date = "";
        private long length = UNTIL_CLOSE;

        /** @param isNewest whether the server speaks HTTP/1.1, which may keep a connection */
        Fields(int code, boolean isNewest) {
            this.code = code;
            this.isNewest = isNewest;
            this.reusable = isNewest;
        }

        void read(String line) throws IOException {
            int colon = line.indexOf(':');
            if (colon < 0 || !NAME.matcher(line.substring(0, colon)).matches() || line.indexOf('\r') >= 0) {
                throw new IOException("the server sent the header line \"" + line + "\"");
            }
            String value = line.substring(colon + 1).trim();
            switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "content-length" -> frame(length(value));
                case "transfer-encoding" -> frame(chunked(value));
                case "content-type" -> type = value;
                case "content-encoding" -> gzipped = "gzip".equalsIgnoreCase(value);
                case "etag" -> tag = value;
                case "date" -> date = value;
                case "connection" ->
                    reusable &=
                            Stream.of(value.split(",")).noneMatch(option -> "close".equalsIgnoreCase(option.trim()));
                default -> {
                    // Nothing else is needed.
                }
            }
        }

        private void frame(long by) throws IOException {
            if (length != UNTIL_CLOSE && (length != by || by == CHUNKED)) {
                throw new IOException("the server says twice how long its answer is");
            }
            length = by;
        }

        private long chunked(String value) throws IOException {
            if (!"chunked".equalsIgnoreCase(value) || !isNewest) {
                throw new IOException("the server sent the transfer encoding \"" + value + "\"");
            }
            return CHUNKED;
        }

        private static long length(String value) throws IOException {
            if (!LENGTH.matcher(value).matches()) {
                throw new IOException("the server sent the content length \"" + value + "\"");
            }
            return Long.parseLong(value);
        }

        HttpResponseHead head() {
            boolean bodyless = code == 204 || code == 304;
            boolean ends = bodyless || length != UNTIL_CLOSE;
            return new HttpResponseHead(code, type, bodyless ? 0 : length, gzipped, tag, date, reusable && ends);
        }
    }
}
