package dev.edgewise.networkprobe.nodes;

/**
 * Address for probes: a host and a port, UDP and TCP.
 *
 * @param host an IP address, IPv4 or IPv6 without brackets, or a name
 * @param port 1..65535
 */
public record ProbeEndpoint(String host, int port) {
    private static final int LARGEST_PORT = 65_535;

    public ProbeEndpoint {
        if (host.isBlank() || host.chars().anyMatch(c -> c <= ' ' || c == '[' || c == ']')) {
            throw new IllegalArgumentException("host is \"" + host + "\": it must be an IP address or a name");
        }
        if (port < 1 || port > LARGEST_PORT) {
            throw new IllegalArgumentException("port is " + port + ": it must be in 1.." + LARGEST_PORT);
        }
    }

    /**
     * Reads {@code host}, {@code host:port}, {@code [IPv6]:port} or a bare IPv6 address.
     *
     * @throws IllegalArgumentException if it is none of them; the message says why
     */
    public static ProbeEndpoint parse(String text, int defaultPort) {
        String stripped = text.strip();
        int end = stripped.lastIndexOf(':');
        if (stripped.startsWith("[")) {
            int close = stripped.indexOf(']');
            if (close < 0 || (close + 1 < stripped.length() && stripped.charAt(close + 1) != ':')) {
                throw malformed(text);
            }
            String port = close + 1 == stripped.length() ? "" : stripped.substring(close + 2);
            return new ProbeEndpoint(stripped.substring(1, close), port(text, port, defaultPort));
        }
        if (end < 0 || stripped.indexOf(':') != end) {
            return new ProbeEndpoint(stripped, defaultPort);
        }
        return new ProbeEndpoint(stripped.substring(0, end), port(text, stripped.substring(end + 1), defaultPort));
    }

    private static int port(String text, String port, int defaultPort) {
        if (port.isEmpty()) {
            return defaultPort;
        }
        if (!port.matches("[0-9]{1,5}")) {
            throw malformed(text);
        }
        return Integer.parseInt(port);
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "address is \"" + text + "\": it must be host:port, [IPv6]:port or an address alone");
    }
}
