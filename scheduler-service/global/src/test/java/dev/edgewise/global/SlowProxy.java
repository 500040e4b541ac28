package dev.edgewise.global;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A way to a server on this machine on which each answer comes later. */
final class SlowProxy implements Closeable {
    private final ServerSocket listener;
    private final int target;
    private final long millis;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    SlowProxy(int target, long millis) throws IOException {
        this.target = target;
        this.millis = millis;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.addAll(List.of(client, server));
                threads.execute(() -> copy(client, server, 0));
                threads.execute(() -> copy(server, client, millis));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private static void copy(Socket from, Socket to, long delay) {
        byte[] bytes = new byte[64 * 1024];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                TimeUnit.MILLISECONDS.sleep(delay);
                out.write(bytes, 0, count);
                out.flush();
            }
        } catch (IOException ended) {
            // So does the other direction.
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        threads.shutdownNow();
    }
}
