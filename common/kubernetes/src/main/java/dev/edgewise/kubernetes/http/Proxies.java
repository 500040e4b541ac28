package dev.edgewise.kubernetes.http;

import io.fabric8.kubernetes.client.Config;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.Locale;

/** Proxy on the way to the API server, if any. */
final class Proxies {
    private Proxies() {}

    /** @param host the server's name or address, without brackets */
    static Proxy of(Config config, URI server, String host, int port) {
        String named = "https".equalsIgnoreCase(server.getScheme()) ? config.getHttpsProxy() : config.getHttpProxy();
        if (named == null || named.isBlank() || NoProxy.exempts(host, port, config.getNoProxy())) {
            return Proxy.NO_PROXY;
        }
        URI proxy = URI.create(named.contains("://") ? named : "http://" + named);
        if (proxy.getHost() == null || proxy.getPort() <= 0) {
            throw new IllegalArgumentException("the proxy " + named + " must be a URL with host and port");
        }
        boolean socks = proxy.getScheme().toLowerCase(Locale.ROOT).startsWith("socks");
        return new Proxy(
                socks ? Proxy.Type.SOCKS : Proxy.Type.HTTP, new InetSocketAddress(proxy.getHost(), proxy.getPort()));
    }
}
