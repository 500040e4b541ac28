package dev.edgewise.kubernetes.autoconfigure.forward;

import dev.edgewise.kubernetes.discovery.ReplicaUri;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** The address of this replica, which it writes into the Lease while it leads; null before its port is open. */
final class AdvertisedAddress implements Supplier<@Nullable String> {
    private final Environment environment;

    AdvertisedAddress(Environment environment) {
        this.environment = environment;
    }

    @Override
    public @Nullable String get() {
        Integer port = environment.getProperty("local.server.port", Integer.class);
        if (port == null) {
            return null;
        }
        try {
            // In a pod, its name is that of the host, and leads to the address of the pod.
            return ReplicaUri.of("http", InetAddress.getLocalHost().getHostAddress(), port)
                    .toString();
        } catch (UnknownHostException nameless) {
            return null;
        }
    }

    /** Returns the address that stands in a Lease; empty if it is none of HTTP. */
    static Optional<URI> parse(String text) {
        try {
            URI uri = URI.create(text);
            return Optional.of(uri)
                    .filter(given ->
                            "http".equals(given.getScheme()) && given.getHost() != null && given.getPort() > 0);
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
