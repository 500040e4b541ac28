package dev.edgewise.scheduler.model;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The ports of its node that a pod takes, in an order in which each is found by a binary search: two pods are compared
 * in steps of the smaller one.
 *
 * @param ports by number, protocol and address
 */
public record HostPorts(List<HostPort> ports) {
    private static final Comparator<HostPort> BY_PORT =
            Comparator.comparingInt(HostPort::port).thenComparing(HostPort::protocol);
    private static final Comparator<HostPort> ORDER = BY_PORT.thenComparing(HostPort::ip);

    public static final HostPorts NONE = new HostPorts(List.of());

    public HostPorts {
        ports = ports.stream().sorted(ORDER).toList();
    }

    public boolean isEmpty() {
        return ports.isEmpty();
    }

    /** Returns whether a port of the one cannot be taken beside a port of the other. */
    public boolean clashWith(HostPorts other) {
        if (ports.size() > other.ports.size()) {
            return other.clashWith(this);
        }
        for (HostPort port : ports) {
            if (other.clashWith(port)) {
                return true;
            }
        }
        return false;
    }

    /** A port on all addresses clashes with that port on each one. */
    private boolean clashWith(HostPort port) {
        int first = first(port);
        if (first == ports.size() || BY_PORT.compare(ports.get(first), port) != 0) {
            return false;
        }
        return port.ip().equals(HostPort.ANY)
                || contains(port)
                || contains(new HostPort(HostPort.ANY, port.protocol(), port.port()));
    }

    /** The position of the first port that is not below that one, whatever the addresses. */
    private int first(HostPort port) {
        int low = 0;
        int high = ports.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (BY_PORT.compare(ports.get(middle), port) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean contains(HostPort port) {
        return Collections.binarySearch(ports, port, ORDER) >= 0;
    }
}
