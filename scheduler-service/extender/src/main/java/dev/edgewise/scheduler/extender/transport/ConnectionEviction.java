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
    private final long ofNewcomer;

    /**
     * A snapshot of a connection, as its sort keys must not change.
     *
     * @param ofAddress how many its address has
     */
    private record Member(TimeoutSocket caller, long ofAddress, boolean hasAsked, long idleSince) {}

    private ConnectionEviction(List<Member> members, long ofNewcomer) {
        this.members = members;
        this.ofNewcomer = ofNewcomer;
    }

    static ConnectionEviction of(Collection<TimeoutSocket> callers, InetAddress newcomer) {
        List<TimeoutSocket> all = List.copyOf(callers);
        Map<InetAddress, Long> counts =
                all.stream().collect(Collectors.groupingBy(ConnectionEviction::address, Collectors.counting()));
        List<Member> members = all.stream()
                .map(caller -> new Member(
                        caller, counts.getOrDefault(address(caller), 0L), caller.hasAsked(), caller.idleSince()))
                .toList();
        return new ConnectionEviction(members, counts.getOrDefault(newcomer, 0L));
    }

    /** A connection that was closed meanwhile still has its address. */
    private static InetAddress address(TimeoutSocket caller) {
        return caller.getInetAddress();
    }

    /** How many have not asked about a pod that the watch shows. */
    long strangers() {
        return members.stream().filter(member -> !member.hasAsked()).count();
    }

    /**
     * Returns the connections of unknown clients, to be closed if idle: those of the address with most connections
     * first, then the longest idle.
     */
    List<TimeoutSocket> idleStrangers() {
        return sorted(member -> !member.hasAsked());
    }

    /**
     * Returns the connections of unknown clients, busy or not, from addresses that have more connections than the new
     * client's address will have.
     */
    List<TimeoutSocket> busyStrangers() {
        return sorted(member -> !member.hasAsked() && member.ofAddress() > ofNewcomer + 1);
    }

    /**
     * Returns the connections of clients that sent a pod which the watch shows, to be closed if idle, in the same
     * order.
     */
    List<TimeoutSocket> thoseThatAsked() {
        return sorted(Member::hasAsked);
    }

    private List<TimeoutSocket> sorted(Predicate<Member> chosen) {
        return members.stream()
                .filter(chosen)
                .sorted(Comparator.comparing(Member::ofAddress).reversed().thenComparing(Member::idleSince))
                .map(Member::caller)
                .toList();
    }
}
