package dev.edgewise.networkprobe.agent.health;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.edgewise.networkprobe.agent.loop.LoopWatchdog;
import dev.edgewise.networkprobe.agent.loop.SelectorLoop;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Answers any HTTP request by whether the agent's threads that measure and report make progress: 200, or 503 with the
 * name of one that does not. Its own thread is the one that answers echoes, so that one cannot be stuck unseen.
 */
public final class HealthEndpoint implements Closeable {
    private static final int MOST_OPEN = 16;
    private static final int MOST_OF_A_REQUEST = 4096;

    private final ServerSocketChannel channel;
    private final SelectorLoop loop;
    private final Map<String, LoopWatchdog> threads;
    private final Deque<Connection> open = new ArrayDeque<>();

    private record Connection(SocketChannel channel, InetAddress source) {}

    private HealthEndpoint(ServerSocketChannel channel, SelectorLoop loop, Map<String, LoopWatchdog> threads) {
        this.channel = channel;
        this.loop = loop;
        this.threads = Map.copyOf(threads);
    }

    /**
     * Opens the port and has the loop serve it.
     *
     * @param address where to listen; port 0 takes a free one
     * @param threads by the name that the answer calls them
     * @throws IOException if the port is taken or not allowed
     */
    public static HealthEndpoint open(InetSocketAddress address, Map<String, LoopWatchdog> threads, SelectorLoop loop)
            throws IOException {
        HealthEndpoint endpoint = new HealthEndpoint(ServerSocketChannel.open(), loop, threads);
        try {
            endpoint.channel.bind(address);
            loop.register(endpoint.channel, SelectionKey.OP_ACCEPT, endpoint::accept);
        } catch (IOException e) {
            endpoint.close();
            throw e;
        }
        return endpoint;
    }

    public int port() {
        return channel.socket().getLocalPort();
    }

    /**
     * Connections that say nothing make room for the next; of the address that has most of them first, so that it harms
     * itself.
     */
    private void accept() throws IOException {
        SocketChannel connection = channel.accept();
        if (connection == null) {
            return;
        }
        InetAddress source = connection.socket().getInetAddress();
        open.removeIf(each -> !each.channel.isOpen());
        open.add(new Connection(connection, source));
        if (open.size() > MOST_OPEN) {
            makeRoom();
        }
        if (connection.isOpen()) {
            loop.register(connection, SelectionKey.OP_READ, () -> answer(connection));
        }
    }

    /**
     * Reads what was asked, so that closing does not reset the connection, and answers: small enough to be written at
     * once.
     */
    private void answer(SocketChannel connection) {
        try (connection) {
            if (connection.read(ByteBuffer.allocate(MOST_OF_A_REQUEST)) > 0) {
                connection.write(ByteBuffer.wrap(text().getBytes(US_ASCII)));
            }
        } catch (IOException e) {
            // The client is gone.
        }
    }

    private String text() {
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

    private void makeRoom() throws IOException {
        Map<InetAddress, Long> counts =
                open.stream().collect(Collectors.groupingBy(Connection::source, Collectors.counting()));
        long most = Collections.max(counts.values());
        Connection victim = open.stream()
                .filter(each -> counts.getOrDefault(each.source, 0L) == most)
                .findFirst()
                .orElseThrow();
        open.remove(victim);
        victim.channel.close();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
