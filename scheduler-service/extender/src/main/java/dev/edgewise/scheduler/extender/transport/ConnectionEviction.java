package dev.edgewise.scheduler.extender.transport;

import java.net.InetAddress;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The connections at the moment when one more comes than there may be: which of them may end for it. */
final class ConnectionEviction {
    private final List<Member> members;
    private final long ofNewClient;

    /**
     * A snapshot of a connection, as its sort keys must not change.
     *
     * @param ofAddress how many its address has
     */
    private record Member(TimeoutSocket connection, long ofAddress, boolean isKnown, long idleSince) {}

    private ConnectionEviction(List<Member> members, long ofNewClient) {
        this.members = members;
        this.ofNewClient = ofNewClient;
    }

    static ConnectionEviction of(Collection<TimeoutSocket> connections, InetAddress newClient) {
        List<TimeoutSocket> all = List.copyOf(connections);
        Map<InetAddress, Long> counts =
                all.stream().collect(Collectors.groupingBy(ConnectionEviction::address, Collectors.counting()));
        List<Member> members = all.stream()
                .map(connection -> new Member(
                        connection,
                        counts.getOrDefault(address(connection), 0L),
                        connection.isKnown(),
                        connection.idleSince()))
                .toList();
        return new ConnectionEviction(members, counts.getOrDefault(newClient, 0L));
    }

    /** A connection that was closed meanwhile still has its address. */
    private static InetAddress address(TimeoutSocket connection) {
        return connection.getInetAddress();
    }

    /** Returns the number of clients that have not sent a pod that the watch shows. */
    long unknownClients() {
        return members.stream().filter(member -> !member.isKnown()).count();
    }

    /**
     * Returns the connections of unknown clients, to be closed if idle: those of the address with most connections
     * first, then the longest idle.
     */
    List<TimeoutSocket> idleUnknownClients() {
        return sorted(member -> !member.isKnown());
    }

    /**
     * Returns the connections of unknown clients, busy or not, from addresses that have more connections than the new
     * client's address will have.
     */
    List<TimeoutSocket> busyUnknownClients() {
        return sorted(member -> !member.isKnown() && member.ofAddress() > ofNewClient + 1);
    }

    /**
     * Returns the connections of clients that sent a pod which the watch shows, to be closed if idle, in the same
     * order.
     */
    List<TimeoutSocket> idleKnownClients() {
        return sorted(Member::isKnown);
    }

    private List<TimeoutSocket> sorted(Predicate<Member> chosen) {
        return members.stream()
                .filter(chosen)
                .sorted(Comparator.comparing(Member::ofAddress).reversed().thenComparing(Member::idleSince))
                .map(Member::connection)
                .toList();
    }
}
