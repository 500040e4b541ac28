package dev.edgewise.testkit;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ServerSocketFactory;

/**
 * Answers requests, whatever they ask, with the bytes it was given, one after the other. A request is recorded byte by
 * byte.
 */
public final class ScriptedServer implements AutoCloseable {
    /** Script entry that closes the connection instead of a response. */
    public static final String HANG_UP = "";

    /** Script entry of an endless response, of which a byte comes every few milliseconds. */
    public static final String DRIP = "drip";

    private static final long DRIP_MILLIS = 5;

    public final List<String> requests = new CopyOnWriteArrayList<>();
    public final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final LinkedBlockingQueue<byte[]> answers = new LinkedBlockingQueue<>();
    private final ServerSocket listening;

    public ScriptedServer() throws IOException {
        this(ServerSocketFactory.getDefault());
    }

    /** @param sockets plain ones, or of TLS */
    public ScriptedServer(ServerSocketFactory sockets) throws IOException {
        listening = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    public int port() {
        return listening.getLocalPort();
    }

    public String url() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    public void answer(String... texts) {
        for (String text : texts) {
            answer(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    public void answer(byte[] bytes) {
        answers.add(bytes);
    }

    private void accept() throws IOException, InterruptedException {
        while (true) {
            Socket connection = listening.accept();
            connections.add(connection);
            start(() -> serve(connection));
        }
    }

    private void serve(Socket connection) throws IOException, InterruptedException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            requests.add(request(line, in));
            byte[] answer = answers.take();
            if (answer.length == 0) {
                connection.close();
                return;
            }
            if (DRIP.equals(new String(answer, StandardCharsets.UTF_8))) {
                drip(connection.getOutputStream());
            }
            connection.getOutputStream().write(answer);
        }
    }

    private static void drip(OutputStream out) throws IOException, InterruptedException {
        out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        while (true) {
            out.write('.');
            TimeUnit.MILLISECONDS.sleep(DRIP_MILLIS);
        }
    }

    private static String request(String first, BufferedReader in) throws IOException {
        StringBuilder request = new StringBuilder(first);
        int length = 0;
        for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
            request.append('\n').append(line);
            length = line.startsWith("Content-Length: ") ? Integer.parseInt(line.substring(16)) : length;
        }
        char[] body = new char[length];
        for (int read = 0; read < length; ) {
            int count = in.read(body, read, length - read);
            if (count < 0) {
                throw new EOFException("the client hung up within a body");
            }
            read += count;
        }
        return request.append("\n\n").append(body).toString();
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException | InterruptedException closed) {
                // The test has ended.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }
}
