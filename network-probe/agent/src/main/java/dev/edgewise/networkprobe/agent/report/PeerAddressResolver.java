package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.Peer;
import dev.edgewise.networkprobe.protocol.PeerAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The IP addresses of peers that are listed by name. Names are looked up on a thread of their own, as a lookup may take
 * a minute while DNS is unreachable, and again every minute: sites with dynamic addresses are why names are used.
 * Addresses that each machine may have itself (loopback, link-local, {@code 0.0.0.0}) and multicast addresses are
 * refused: a probe of them measures no other node, and takes the peer for a neighbour. Safe for many threads.
 */
public final class PeerAddressResolver implements Runnable {
    private static final long RENEW_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long WAIT_MILLIS = 1_000;
    private static final int MOST_NAMES = 512;
    private static final Pattern LITERAL = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|.*:.*");

    private final boolean loopback;
    private final Lookup lookup;
    private final LongSupplier nanos;
    private final Consumer<String> faults;
    private final Map<String, Name> names = new LinkedHashMap<>(16, 0.75f, true);
    private boolean changed;

    private static final class Name {
        private @Nullable InetAddress address;
        private long dueNanos;
        private boolean unknown;

        Name(long nowNanos) {
            this.dueNanos = nowNanos;
        }
    }

    /** DNS, but in tests. */
    @FunctionalInterface
    interface Lookup {
        InetAddress find(String name) throws UnknownHostException;
    }

    /**
     * @param loopback whether peers may be at the loopback address: all is on one machine
     * @param faults gets a message once for each name that cannot be looked up
     */
    public PeerAddressResolver(boolean loopback, Consumer<String> faults) {
        this(loopback, InetAddress::getByName, System::nanoTime, faults);
    }

    /** @param nanos monotonic time */
    PeerAddressResolver(boolean loopback, Lookup lookup, LongSupplier nanos, Consumer<String> faults) {
        this.loopback = loopback;
        this.lookup = lookup;
        this.nanos = nanos;
        this.faults = faults;
    }

    /** The IP address that this is, or that this name has; null while none is known. Never waits for DNS. */
    @Nullable
    InetAddress find(String address) {
        return LITERAL.matcher(address).matches() ? literal(address) : named(address);
    }

    /**
     * Returns the peers with their addresses. A peer whose address is not known (yet) is left out; the others are
     * measured.
     */
    List<Peer> locate(List<PeerAddress> peers) {
        return peers.stream()
                .flatMap(peer -> Optional.ofNullable(find(peer.address()))
                        .map(found -> new Peer(peer.node(), new InetSocketAddress(found, peer.port())))
                        .stream())
                .toList();
    }

    /** Whether a name got another address since the last call, so that the lists that name it should be read again. */
    synchronized boolean takeChange() {
        boolean was = changed;
        changed = false;
        return was;
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                lookUpDue();
                awaitNames();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void lookUpDue() {
        for (String name : due()) {
            lookUp(name);
        }
    }

    private synchronized void awaitNames() throws InterruptedException {
        wait(WAIT_MILLIS);
    }

    private synchronized List<String> due() {
        long now = nanos.getAsLong();
        return names.entrySet().stream()
                .filter(each -> each.getValue().dueNanos - now <= 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    private void lookUp(String name) {
        try {
            learn(name, another(lookup.find(name)));
        } catch (UnknownHostException e) {
            notFound(name, e);
        }
    }

    private synchronized void learn(String name, InetAddress address) {
        Name known = names.get(name);
        if (known != null) {
            known.dueNanos = nanos.getAsLong() + RENEW_NANOS;
            known.unknown = false;
            changed |= !Objects.equals(address, known.address);
            known.address = address;
        }
    }

    /** Keeps the last address: DNS is unreachable more often than a site. */
    private synchronized void notFound(String name, UnknownHostException cause) {
        Name known = names.get(name);
        if (known != null) {
            known.dueNanos = nanos.getAsLong() + RETRY_NANOS;
            if (!known.unknown) {
                known.unknown = true;
                faults.accept("The name of a peer cannot be looked up, retrying every 10 s; name=" + name + " using="
                        + (known.address == null ? "none" : known.address.getHostAddress()) + " cause="
                        + cause.getMessage());
            }
        }
    }

    private synchronized @Nullable InetAddress named(String name) {
        Name known = names.get(name);
        if (known == null) {
            known = new Name(nanos.getAsLong());
            names.put(name, known);
            if (names.size() > MOST_NAMES) {
                names.remove(names.keySet().iterator().next());
            }
            notifyAll();
        }
        return known.address;
    }

    private @Nullable InetAddress literal(String address) {
        try {
            return another(InetAddress.getByName(address));
        } catch (UnknownHostException e) {
            faults.accept("Ignored a peer without a valid IP address; address=" + address);
            return null;
        }
    }

    private InetAddress another(InetAddress address) throws UnknownHostException {
        boolean own = address.isAnyLocalAddress()
                || address.isLinkLocalAddress() // such as NodeLocal DNSCache's, which each machine has
                || address.isLoopbackAddress() && !loopback;
        if (own || address.isMulticastAddress()) {
            throw new UnknownHostException(address.getHostAddress() + " is the address of no other node");
        }
        return address;
    }
}
