package dev.edgewise.kubernetes.http;

import dev.edgewise.http.Address;
import dev.edgewise.http.Tls;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Address of the API server, and how a connection to it is secured, from a configuration. */
final class ApiServerAddress {
    private ApiServerAddress() {}

    /** @throws IllegalArgumentException if its certificates or keys cannot be used */
    static Address of(Config config) {
        URI server = URI.create(config.getMasterUrl());
        return new Address(
                server,
                () -> Proxies.of(config, server, Address.host(server), Address.port(server)),
                tls(config, server));
    }

    private static @Nullable Tls tls(Config config, URI server) {
        if (!Address.isSecure(server)) {
            return null;
        }
        try {
            return new Tls(
                    ClientTls.context(config).getSocketFactory(),
                    TlsServerName.of(config, Address.host(server)),
                    !config.isDisableHostnameVerification() && !config.isTrustCerts(),
                    versions(config));
        } catch (GeneralSecurityException | IOException unusable) {
            throw new IllegalArgumentException("cannot load certificate or key: " + unusable.getMessage(), unusable);
        }
    }

    private static List<String> versions(Config config) {
        return config.getTlsVersions() == null
                ? List.of()
                : Stream.of(config.getTlsVersions())
                        .map(version -> version.javaName())
                        .toList();
    }
}
