package dev.edgewise.http;

import java.util.List;
import javax.net.ssl.SSLSocketFactory;

/**
 * Security settings of a connection.
 *
 * @param sockets make it, and know which certificates are trusted
 * @param name that the server's certificate must hold
 * @param verifiesName whether it must
 * @param versions of the protocol, by Java's names; empty for those of Java
 */
public record Tls(SSLSocketFactory sockets, String name, boolean verifiesName, List<String> versions) {
    public Tls {
        versions = List.copyOf(versions);
    }

    /** Java's versions, and a certificate for that name. */
    public static Tls of(SSLSocketFactory sockets, String name) {
        return new Tls(sockets, name, true, List.of());
    }

    String[] versionNames() {
        return versions.toArray(String[]::new);
    }
}
