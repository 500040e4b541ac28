package dev.edgewise.scheduler.extender.transport;

import dev.edgewise.common.boot.InvalidConfigurationException;
import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslOptions;

/**
 * TLS for clients with a certificate that one of a bundle's authorities has signed, and for no others. New connections
 * use renewed certificates.
 */
final class ExtenderTls {
    private volatile Server server;

    private record Server(SSLContext context, SslOptions options) {
        static Server of(SslBundle bundle) {
            return new Server(bundle.createSslContext(), bundle.getOptions());
        }
    }

    /** @throws InvalidConfigurationException if there is no such bundle, or it has no trusted certificates */
    ExtenderTls(String name, SslBundles bundles) {
        this.server = Server.of(bundle(name, bundles));
        bundles.addBundleUpdateHandler(name, renewed -> server = Server.of(renewed));
    }

    /** Returns a TLS socket over one client's connection, before the handshake. */
    SSLSocket over(Socket connection) throws IOException {
        Server now = server;
        SSLSocket secured = (SSLSocket) now.context().getSocketFactory().createSocket(connection, null, true);
        secured.setUseClientMode(false);
        secured.setNeedClientAuth(true);
        if (now.options().getCiphers() != null) {
            secured.setEnabledCipherSuites(now.options().getCiphers());
        }
        if (now.options().getEnabledProtocols() != null) {
            secured.setEnabledProtocols(now.options().getEnabledProtocols());
        }
        return secured;
    }

    private static SslBundle bundle(String name, SslBundles bundles) {
        try {
            SslBundle bundle = bundles.getBundle(name);
            if (bundle.getStores().getTrustStore() != null) {
                return bundle;
            }
        } catch (NoSuchSslBundleException e) {
            throw wrong(name, "no bundle");
        }
        throw wrong(name, "a bundle without a trust store");
    }

    private static InvalidConfigurationException wrong(String name, String what) {
        return new InvalidConfigurationException(
                "edgewise.scheduler.extender.ssl-bundle is " + name + ", " + what
                        + ": it must be one of spring.ssl.bundle, with the certificates of those who sign its callers'.",
                "Correct edgewise.scheduler.extender.ssl-bundle, or spring.ssl.bundle.");
    }
}
