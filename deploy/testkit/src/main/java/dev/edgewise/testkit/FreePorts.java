package dev.edgewise.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of the loopback address. They are below those that systems choose for clients, and for servers without a fixed
 * port: they are not given to another process before they are used.
 */
public final class FreePorts {
    private static final int LOWEST = 10_000;
    private static final int ABOVE = 32_768;
    private static final int MOST_TRIES = 1_000;

    private FreePorts() {}

    /** A port that nothing listens on. */
    public static int find() {
        return find(1).get(0);
    }

    /** Returns this many different ports. */
    public static List<Integer> find(int count) {
        try (ResourceCloser sockets = new ResourceCloser()) {
            List<Integer> ports = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ports.add(sockets.add(open()).getLocalPort());
            }
            return ports;
        }
    }

    private static ServerSocket open() {
        for (int i = 0; i < MOST_TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, ABOVE);
            try {
                return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
            } catch (IOException used) {
                // Another one, then.
            }
        }
        throw new IllegalStateException("no free port from " + LOWEST + " to " + (ABOVE - 1) + " on this machine");
    }
}
