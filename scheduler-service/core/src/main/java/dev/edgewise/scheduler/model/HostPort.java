package dev.edgewise.scheduler.model;

import java.util.Objects;

/**
 * A port of the node that a container takes.
 *
 * @param ip address it listens on; {@code 0.0.0.0} for all
 * @param protocol TCP, UDP or SCTP
 */
public record HostPort(String ip, String protocol, int port) {
    public static final String ANY = "0.0.0.0";

    public HostPort {
        Objects.requireNonNull(protocol, "protocol");
        ip = ip.isEmpty() ? ANY : ip;
    }
}
