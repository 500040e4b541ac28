package dev.edgewise.scheduler.slots.web.stomp;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client that speaks STOMP over a raw WebSocket, frame by frame, as that of the prototype does. */
final class StompClient implements WebSocket.Listener, AutoCloseable {
    /** The frame that stands for the end of the connection. */
    static final String CLOSED = "(closed)";

    private static final int SECONDS = 20;

    private final BlockingQueue<String> frames = new LinkedBlockingQueue<>();
    private final StringBuilder part = new StringBuilder();
    private final WebSocket socket;

    /** @param headers names and values of the handshake in turn */
    StompClient(int port, String... headers) {
        WebSocket.Builder builder = HttpClient.newHttpClient().newWebSocketBuilder();
        for (int i = 0; i < headers.length; i += 2) {
            builder.header(headers[i], headers[i + 1]);
        }
        socket = builder.buildAsync(URI.create("ws://127.0.0.1:" + port + "/scheduler"), this)
                .join();
    }

    /** Sends a frame. */
    void send(String command, String headers, String body) {
        socket.sendText(command + "\n" + headers + "\n" + body + "\0", true).join();
    }

    void connect() {
        connect("");
    }

    /** @param headers further ones, each with the end of its line */
    void connect(String headers) {
        send("CONNECT", "accept-version:1.2\nhost:x\n" + headers, "");
    }

    /** Subscribes, and waits until the broker has it: a receipt is not given by Spring's broker for subscriptions. */
    void subscribe(int id, String topic) {
        send("SUBSCRIBE", "id:" + id + "\ndestination:" + topic + "\n", "");
    }

    /** The next frame that is no heartbeat. */
    String next() throws InterruptedException {
        String frame = frames.poll(SECONDS, TimeUnit.SECONDS);
        if (frame == null) {
            throw new AssertionError("no frame within " + SECONDS + " s");
        }
        return frame;
    }

    /** The body of a frame. */
    static String body(String frame) {
        return frame.substring(frame.indexOf("\n\n") + 2);
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        part.append(data);
        if (last) {
            for (String frame : part.toString().split("\0")) {
                if (!frame.isBlank()) {
                    frames.add(frame.strip());
                }
            }
            part.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
        frames.add(CLOSED + " " + status + " " + reason);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        frames.add(CLOSED + " " + error);
    }

    @Override
    public void close() {
        socket.abort();
    }
}
