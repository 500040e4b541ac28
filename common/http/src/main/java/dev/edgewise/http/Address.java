package dev.edgewise.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.util.function.Supplier;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/** Address of a server, and how a connection to it is secured. */
public final class Address {
    private static final int DEFAULT_TLS_PORT = 443;
    private static final int DEFAULT_PLAIN_PORT = 80;
    /** A silent peer is detected after 30 s + 3 × 10 s. */
    private static final int KEEP_ALIVE_AFTER_SECONDS = 30;

    private static final int KEEP_ALIVE_EVERY_SECONDS = 10;
    private static final int KEEP_ALIVE_PROBES = 3;

    private final URI server;
    private final String authority;
    private final String prefix;
    private final Supplier<Proxy> proxy;
    private final @Nullable Tls tls;
    private final NameLookup lookup;

    /**
     * An address that is not looked up before it is connected with.
     *
     * @param server http or https, with a host
     * @param proxy that the way leads through, if any; asked for each connection, so that its name is looked up again
     * @param tls if it is https; null otherwise
     */
    public Address(URI server, Supplier<Proxy> proxy, @Nullable Tls tls) {
        this.server = server;
        this.authority = server.getPort() < 0 ? server.getHost() : server.getHost() + ":" + server.getPort();
        this.prefix = server.getRawPath() == null ? "" : server.getRawPath().replaceAll("/+$", "");
        this.proxy = proxy;
        this.tls = tls;
        this.lookup = new NameLookup(host(server));
    }

    public static boolean isSecure(URI server) {
        return "https".equalsIgnoreCase(server.getScheme());
    }

    /** The server's name or address, without brackets. */
    public static String host(URI server) {
        String host = server.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    public static int port(URI server) {
        if (server.getPort() > 0) {
            return server.getPort();
        }
        return isSecure(server) ? DEFAULT_TLS_PORT : DEFAULT_PLAIN_PORT;
    }

    /** Host and port as in the {@code Host} header. */
    public String authority() {
        return authority;
    }

    /** Prefix of every path; empty unless the server is behind a gateway. */
    public String prefix() {
        return prefix;
    }

    @Override
    public String toString() {
        return server.getScheme() + "://" + authority() + prefix();
    }

    Connection connect(long deadline) throws IOException {
        Socket socket = new Socket(proxy.get());
        try {
            tune(socket);
            InetSocketAddress at = new InetSocketAddress(lookup.address(deadline), port(server));
            socket.connect(at, Connection.millisUntil(deadline));
            return new Connection(socket, tls == null ? socket : secured(socket, tls, deadline));
        } catch (IOException | RuntimeException failed) {
            socket.close();
            throw failed;
        }
    }

    private SSLSocket secured(Socket socket, Tls by, long deadline) throws IOException {
        SSLSocket secured = (SSLSocket) by.sockets().createSocket(socket, by.name(), port(server), true);
        SSLParameters parameters = secured.getSSLParameters();
        if (by.verifiesName()) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        if (!by.versions().isEmpty()) {
            parameters.setProtocols(by.versionNames());
        }
        secured.setSSLParameters(parameters);
        secured.setSoTimeout(Connection.millisUntil(deadline));
        SocketDeadlineEnforcer.run(socket, deadline, secured::startHandshake);
        return secured;
    }

    private static void tune(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        tune(socket, ExtendedSocketOptions.TCP_KEEPIDLE, KEEP_ALIVE_AFTER_SECONDS);
        tune(socket, ExtendedSocketOptions.TCP_KEEPINTERVAL, KEEP_ALIVE_EVERY_SECONDS);
        tune(socket, ExtendedSocketOptions.TCP_KEEPCOUNT, KEEP_ALIVE_PROBES);
    }

    private static void tune(Socket socket, SocketOption<Integer> option, int value) throws IOException {
        if (socket.supportedOptions().contains(option)) {
            socket.setOption(option, value);
        }
    }
}
