package dev.edgewise.networkprobe.agent.health;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.edgewise.networkprobe.agent.loop.Heartbeat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Map;

/** The answer to one request, whatever it asks: small enough to be written at once. */
final class HealthAnswer {
    private static final int MOST_OF_A_REQUEST = 4096;

    private HealthAnswer() {}

    /** Reads what was asked, so that closing does not reset the connection, and answers. */
    static void answer(SocketChannel connection, Map<String, Heartbeat> threads) {
        try (connection) {
            if (connection.read(ByteBuffer.allocate(MOST_OF_A_REQUEST)) > 0) {
                connection.write(ByteBuffer.wrap(text(threads).getBytes(US_ASCII)));
            }
        } catch (IOException e) {
            // Whoever asked is gone.
        }
    }

    static String text(Map<String, Heartbeat> threads) {
        return threads.entrySet().stream()
                .filter(thread -> !thread.getValue().alive())
                .findAny()
                .map(stuck -> response("503 Service Unavailable", "thread " + stuck.getKey() + " makes no progress\n"))
                .orElseGet(() -> response("200 OK", "ok\n"));
    }

    private static String response(String status, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
    }
}
