package dev.edgewise.kubernetes.discovery;

import java.net.URI;

/** The address of a replica's port. */
public final class ReplicaUri {
    private ReplicaUri() {}

    /**
     * A URI without a path.
     *
     * @param host a name or an address, of IPv6 without brackets
     * @param port 1..65535
     */
    public static URI of(String scheme, String host, int port) {
        return URI.create(scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
    }
}
