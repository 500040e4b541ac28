package dev.edgewise.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of the loopback address. */
public final class FreePorts {
    private FreePorts() {}

    /** A port that nothing listens on. */
    public static int find() {
        return find(1).get(0);
    }

    /** So many of them, each another one. */
    public static List<Integer> find(int count) {
        try (Closer sockets = new Closer()) {
            List<Integer> ports = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ports.add(sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()))
                        .getLocalPort());
            }
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on this machine", e);
        }
    }
}
