package dev.edgewise.benchmarks.throughput.api;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * How to reach an API server.
 *
 * @param server its address, {@code https} or {@code http}
 * @param token sent with each request; null if the client's certificate says who it is
 */
public record ApiAccess(URI server, SSLContext tls, @Nullable String token) {
    /**
     * What the current context of a kubeconfig says.
     *
     * @throws IllegalArgumentException if there is no such file, or it names no server that can be used
     */
    public static ApiAccess of(Path kubeconfig) {
        if (!Files.isReadable(kubeconfig)) {
            throw new IllegalArgumentException("there is no file that can be read");
        }
        try {
            Config config = Config.fromKubeconfig(kubeconfig.toFile());
            URI server = URI.create(config.getMasterUrl());
            return new ApiAccess(server, SSLUtils.sslContext(config), token(config));
        } catch (GeneralSecurityException | IOException | RuntimeException e) {
            throw new IllegalArgumentException("it is no kubeconfig that can be used: " + reason(e), e);
        }
    }

    /** The first cause says what it is about. */
    private static String reason(Throwable failure) {
        Throwable first = failure;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        return String.valueOf(first.getMessage()).lines().findFirst().orElse("");
    }

    /** As the kubeconfig has it, or the program that it names for that. */
    private static @Nullable String token(Config config) {
        return config.getOauthToken() != null ? config.getOauthToken() : config.getAutoOAuthToken();
    }

    /** The path below the server's own. */
    String path(String path) {
        String base = server.getPath();
        return (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path;
    }

    boolean isSecure() {
        return "https".equals(server.getScheme());
    }

    int port() {
        if (server.getPort() > 0) {
            return server.getPort();
        }
        return isSecure() ? 443 : 80;
    }

    Socket connect() throws IOException {
        Socket socket = isSecure() ? secure() : new Socket(server.getHost(), port());
        socket.setTcpNoDelay(true);
        return socket;
    }

    private Socket secure() throws IOException {
        SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(server.getHost(), port());
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        return socket;
    }
}
