package dev.edgewise.global.remote;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import io.fabric8.kubernetes.client.Config;
import java.io.Closeable;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A member: the connection to it, its threads, and what was last read of it. Another connection makes another handle,
 * which takes over what is known.
 */
final class MemberHandle implements Closeable {
    /** The looks at attempts with a fence at a time, which is above the places of a replica: none waits for another. */
    private static final int FENCED_LOOKS = 200;

    private volatile MemberDefinition definition;
    private final @Nullable MemberApi api;
    private final @Nullable MemberApi urgent;
    private final @Nullable MemberKinds kinds;
    private final ExecutorService threads;
    private final ExecutorService fenced;
    private final MemberCapacity capacity;
    private final @Nullable MemberServiceClient services;
    private final @Nullable MemberDelayAndBatteryCache signals;
    private final SingleFlightCall check = new SingleFlightCall(this::check);
    private final MemberReachability reachability;

    /** @param names the names of all members in matrices of network-probe */
    MemberHandle(
            MemberDefinition definition, MemberLimits limits, Supplier<Set<String>> names, Clock clock, Ticker ticker) {
        this.capacity = new MemberCapacity(definition.name(), this::readCapacity, clock, ticker);
        this.threads = MemberThreads.bounded("member-" + definition.name(), limits.threads());
        this.fenced = MemberThreads.bounded("fenced-" + definition.name(), FENCED_LOOKS);
        MemberApi connected = null;
        String problem = definition.problem();
        Config config = definition.config();
        if (config != null) {
            try {
                connected = new MemberApi(ApiServerTransport.of(config), limits.timeout(), limits.requests(), ticker);
            } catch (IllegalArgumentException unusable) {
                problem = "data.kubeconfig cannot be used: " + unusable.getMessage();
            }
        }
        this.api = connected;
        this.urgent = connected == null ? null : connected.withLimitOfItsOwn();
        this.kinds = connected == null ? null : new MemberKinds(connected, ticker);
        this.definition = definition;
        this.services = connected == null
                ? null
                : new MemberServiceClient(connected, () -> settings().services(), clock);
        this.signals = services == null
                ? null
                : new MemberDelayAndBatteryCache(
                        definition.name(), services, this::probeName, names, limits.timeout(), ticker);
        this.reachability = new MemberReachability(definition.name(), urgent, problem, capacity::clear, ticker);
    }

    /**
     * Takes over what another handle knows of the cluster under the name: its uid, so that another cluster is noticed;
     * and at the same address also whether it answers and what is free there, until this connection shows the contrary.
     */
    void inherit(MemberHandle before) {
        if (api != null && definition.hasSameServer(before.definition())) {
            reachability.inherit(before.reachability);
            capacity.inherit(before.capacity());
        } else {
            reachability.inherit(before.lastUid());
        }
    }

    /** Takes over a uid that a member of the name had. */
    void inherit(String uid) {
        reachability.inherit(uid);
    }

    /** Takes over what the Secret says besides the connection. */
    void redefine(MemberDefinition same) {
        definition = same;
    }

    /** Returns the uid of the cluster that answered last under the name; empty if none has. */
    String lastUid() {
        return reachability.known().uid();
    }

    String name() {
        return definition.name();
    }

    /** Returns its name in matrices of network-probe. */
    String probeName() {
        return definition.probeName();
    }

    /** Returns the way to its services; null if it has none that may be asked. */
    @Nullable
    MemberServiceClient services(String service) {
        return services != null && services.has(service) ? services : null;
    }

    /** Returns the figures of its services; null if there is no connection. */
    @Nullable
    MemberDelayAndBatteryCache signals() {
        return signals;
    }

    MemberDefinition definition() {
        return definition;
    }

    MemberSettings settings() {
        return definition.settings();
    }

    /** The threads that do what is slow in this member: those of others do not wait for it. */
    ExecutorService executor() {
        return threads;
    }

    /**
     * The threads that look at attempts with a fence: it deletes what is not renewed in time, so these wait neither for
     * other work in this member nor for each other.
     */
    ExecutorService fencedExecutor() {
        return fenced;
    }

    /** Returns the connection; null if the Secret has none that can be used. */
    @Nullable
    MemberApi api() {
        return api;
    }

    /** @throws MemberUnreachableException if there is no connection */
    MemberKinds kinds() throws MemberUnreachableException {
        if (kinds == null) {
            throw new MemberUnreachableException(reachability.known().problem(), null);
        }
        return kinds;
    }

    /** @throws MemberUnreachableException if there is no connection */
    MemberApi requireApi() throws MemberUnreachableException {
        if (api == null) {
            throw new MemberUnreachableException(reachability.known().problem(), null);
        }
        return api;
    }

    /**
     * Returns the connection for short requests that renew fences: they do not wait for others in this member.
     *
     * @throws MemberUnreachableException if there is no connection
     */
    MemberApi requireUrgentApi() throws MemberUnreachableException {
        if (urgent == null) {
            throw new MemberUnreachableException(reachability.known().problem(), null);
        }
        return urgent;
    }

    /**
     * Whether it has answered, or failed to as often as makes it unreachable, or has no connection: before, nothing can
     * be said of it.
     */
    boolean isAsked() {
        return reachability.isAsked();
    }

    /** Whether it has answered last. */
    boolean isReachable() {
        return reachability.known().reachable();
    }

    Member member() {
        MemberReachability.Known now = reachability.known();
        MemberCapacity.Known read = capacity.known();
        CapacityReader.Reading reading = read.reading();
        return new Member(
                definition.name(),
                now.uid(),
                settings().location(),
                settings().labels(),
                settings().targets().keySet(),
                settings().cost(),
                now.reachable(),
                reading == null ? null : reading.capacity(),
                read.at(),
                reachability.roundTripMillis(),
                energyPercent(reading),
                now.problem().isEmpty() ? settings().problem() : now.problem(),
                read.problem().isEmpty() ? "" : "capacity unknown: " + read.problem());
    }

    /** Returns the charge by energy-adapter, else by the labels of the nodes. */
    private double energyPercent(CapacityReader.@Nullable Reading reading) {
        double measured = signals == null ? Double.NaN : signals.energyPercent();
        return Double.isNaN(measured) && reading != null ? reading.energyPercent() : measured;
    }

    /** Returns the capacity as it was read last, and the read under way. */
    MemberCapacity capacity() {
        return capacity;
    }

    private CapacityReader.Reading readCapacity() throws CapacityUnknownException {
        MemberApi asked = api;
        if (asked == null) {
            throw new CapacityUnknownException(reachability.known().problem());
        }
        return new CapacityReader(asked).read();
    }

    /**
     * Asks for the uid of the cluster, which says that it answers.
     *
     * @throws MemberUnreachableException if it does not
     */
    String uid() throws MemberUnreachableException {
        return reachability.uid();
    }

    /** Checks whether it answers. */
    boolean check() {
        return reachability.check();
    }

    /** Begins a check, unless one is under way; returns its result. */
    CompletableFuture<Boolean> check(Executor checks) {
        return check.begin(checks);
    }

    /** Whether it has answered within this time. */
    boolean hasAnswered(Duration within) {
        return reachability.hasAnswered(within);
    }

    @Override
    public void close() {
        threads.shutdown();
        fenced.shutdown();
        if (api != null) {
            api.close();
        }
    }
}
