package dev.edgewise.kubernetes.http;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/** Where the API server listens, and how a connection to it is secured. */
final class Endpoint {
    private static final int DEFAULT_TLS_PORT = 443;
    private static final int DEFAULT_PLAIN_PORT = 80;
    /** A silent peer is detected after 30 s + 3 × 10 s. */
    private static final int KEEP_ALIVE_AFTER_SECONDS = 30;

    private static final int KEEP_ALIVE_EVERY_SECONDS = 10;
    private static final int KEEP_ALIVE_PROBES = 3;

    private final Config config;
    private final URI server;
    private final @Nullable SSLSocketFactory tls;
    /** The name that its certificate must hold. */
    private final String certified;

    private Endpoint(Config config, URI server, @Nullable SSLSocketFactory tls) {
        this.config = config;
        this.server = server;
        this.tls = tls;
        this.certified = TlsServerName.of(config, host());
    }

    /** @throws IllegalArgumentException if its certificates or keys cannot be used */
    static Endpoint of(Config config) {
        URI server = URI.create(config.getMasterUrl());
        if (!"https".equalsIgnoreCase(server.getScheme())) {
            return new Endpoint(config, server, null);
        }
        try {
            return new Endpoint(config, server, SSLUtils.sslContext(config).getSocketFactory());
        } catch (GeneralSecurityException | IOException unusable) {
            throw new IllegalArgumentException("cannot load certificate or key: " + unusable.getMessage(), unusable);
        }
    }

    /** As in the {@code Host} header. */
    String authority() {
        return server.getRawAuthority();
    }

    /** Prefix of every path; empty unless the server is behind a gateway. */
    String prefix() {
        String path = server.getRawPath();
        return path == null || path.equals("/") ? "" : path.replaceAll("/$", "");
    }

    @Override
    public String toString() {
        return server.getScheme() + "://" + server.getRawAuthority() + prefix();
    }

    Connection connect(int timeoutMillis) throws IOException {
        Socket socket = new Socket(Proxies.of(config, server, host(), port()));
        try {
            tune(socket);
            socket.connect(new InetSocketAddress(host(), port()), timeoutMillis);
            return new Connection(socket, tls == null ? socket : secured(socket, tls, timeoutMillis));
        } catch (IOException | RuntimeException failed) {
            socket.close();
            throw failed;
        }
    }

    private SSLSocket secured(Socket socket, SSLSocketFactory factory, int timeoutMillis) throws IOException {
        SSLSocket secured = (SSLSocket) factory.createSocket(socket, certified, port(), true);
        SSLParameters parameters = secured.getSSLParameters();
        if (!config.isDisableHostnameVerification() && !config.isTrustCerts()) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        if (config.getTlsVersions() != null && config.getTlsVersions().length > 0) {
            parameters.setProtocols(java.util.Arrays.stream(config.getTlsVersions())
                    .map(version -> version.javaName())
                    .toArray(String[]::new));
        }
        secured.setSSLParameters(parameters);
        secured.setSoTimeout(timeoutMillis);
        secured.startHandshake();
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

    private String host() {
        String host = server.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private int port() {
        if (server.getPort() > 0) {
            return server.getPort();
        }
        return "https".equalsIgnoreCase(server.getScheme()) ? DEFAULT_TLS_PORT : DEFAULT_PLAIN_PORT;
    }
}
