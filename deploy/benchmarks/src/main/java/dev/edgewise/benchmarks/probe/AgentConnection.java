package dev.edgewise.benchmarks.probe;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One agent's connection to the coordinator: HTTP/1.1, kept until the other side ends it, and cheap for who plays
 * thousands.
 */
final class AgentConnection implements AutoCloseable {
    private final int port;
    private final String token;
    private @Nullable Socket socket;
    private @Nullable InputStream in;
    /** Entity tag of the last list of peers. */
    private String tag = "";

    /** @param token that it proves its node by */
    AgentConnection(int port, String token) {
        this.port = port;
        this.token = token;
    }

    /** Sends a request, such as {@code GET /path}, and returns the body of the answer, which must be good. */
    String call(String line, String body) throws IOException {
        Socket open = socket;
        InputStream answers = in;
        if (open == null || answers == null) {
            open = new Socket("127.0.0.1", port);
            open.setTcpNoDelay(true);
            answers = new BufferedInputStream(open.getInputStream(), 2_048);
            socket = open;
            in = answers;
        }
        open.getOutputStream()
                .write((line + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + token
                                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                                + body)
                        .getBytes(US_ASCII));
        return answer(line, answers);
    }

    /** The tag of the last list of peers, with its quotes; empty before the first. */
    String tag() {
        return tag;
    }

    private String answer(String call, InputStream answers) throws IOException {
        String status = line(answers);
        if (!status.startsWith("HTTP/1.1 2")) {
            throw new IOException(call + " was answered " + status);
        }
        int length = 0;
        boolean chunked = false;
        boolean last = false;
        for (String header = line(answers); !header.isEmpty(); header = line(answers)) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring(15).strip());
            }
            if (lower.startsWith("etag:")) {
                tag = header.substring(5).strip();
            }
            chunked |= lower.startsWith("transfer-encoding: chunked");
            last |= lower.startsWith("connection: close");
        }
        String body = chunked ? chunks(answers) : new String(answers.readNBytes(length), US_ASCII);
        if (last) {
            close();
        }
        return body;
    }

    private static String chunks(InputStream answers) throws IOException {
        StringBuilder all = new StringBuilder();
        int size;
        do {
            size = Integer.parseInt(line(answers), 16);
            all.append(new String(answers.readNBytes(size), US_ASCII));
            line(answers);
        } while (size > 0);
        return all.toString();
    }

    private static String line(InputStream answers) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = answers.read(); c >= 0 && c != '\n'; c = answers.read()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        Socket open = socket;
        socket = null;
        in = null;
        if (open != null) {
            open.close();
        }
    }
}
