package dev.edgewise.scheduler.extender;

import dev.edgewise.common.boot.InvalidConfigurationException;
import java.util.Map;
import org.apache.catalina.connector.Connector;
import org.apache.commons.logging.LogFactory;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.tomcat.SslConnectorCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/**
 * The port of the extender, with threads of its own. With a bundle it speaks TLS, and only with callers whose certificate one of the bundle's
 * authorities has signed; certificates that are renewed are taken over.
 */
final class ExtenderConnector implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
    /** A kube-scheduler asks one question at a time of a filter, and one for each pod that it preempts for. Bodies that stall hold the others. */
    private static final int THREADS = 32;

    /** Between two pieces of a question. */
    private static final int STALLED_MILLIS = 2_000;

    /** What is read and written at a time. Each connection holds some three of these. */
    private static final int BUFFER = 64 * 1024;

    /** A kube-scheduler has some, of which most are idle. */
    private static final int CONNECTIONS = 256;

    private static final int KEEP_ALIVE_MILLIS = 300_000;
    private static final int ANY = -1;
    private static final int NONE = -1;

    private final @Nullable Connector connector;

    /**
     * @param port 0 for any free one; null for none
     * @param sslBundle its name; empty for plain HTTP
     */
    ExtenderConnector(@Nullable Integer port, String sslBundle, SslBundles bundles) {
        this.connector = port == null ? null : connector(port);
        if (connector != null && !sslBundle.isEmpty()) {
            secure(connector, sslBundle, bundles);
        }
    }

    private static Connector connector(int port) {
        Connector connector = new Connector(TomcatServletWebServerFactory.DEFAULT_PROTOCOL);
        connector.setPort(port);
        connector.setParseBodyMethods("NONE");
        AbstractHttp11Protocol<?> protocol = (AbstractHttp11Protocol<?>) connector.getProtocolHandler();
        protocol.setMaxThreads(THREADS);
        protocol.setMinSpareThreads(1);
        protocol.setMaxConnections(CONNECTIONS);
        protocol.setProperty("socket.appReadBufSize", String.valueOf(BUFFER));
        protocol.setProperty("socket.appWriteBufSize", String.valueOf(BUFFER));
        protocol.setConnectionTimeout(STALLED_MILLIS);
        protocol.setKeepAliveTimeout(KEEP_ALIVE_MILLIS);
        protocol.setMaxKeepAliveRequests(ANY);
        return connector;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        if (connector != null) {
            factory.addAdditionalConnectors(connector);
        }
    }

    /** Where it listens; below 0 if it does not. */
    int port() {
        return connector == null ? NONE : connector.getLocalPort();
    }

    private static void secure(Connector connector, String name, SslBundles bundles) {
        SslBundle bundle = bundle(name, bundles);
        SslConnectorCustomizer ssl =
                new SslConnectorCustomizer(LogFactory.getLog(ExtenderConnector.class), connector, Ssl.ClientAuth.NEED);
        ssl.customize(bundle, Map.of());
        bundles.addBundleUpdateHandler(name, renewed -> ssl.update(null, renewed));
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
