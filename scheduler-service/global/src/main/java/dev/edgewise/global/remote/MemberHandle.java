package dev.edgewise.global.remote;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.kubernetes.http.ApiServer;
import io.fabric8.kubernetes.client.Config;
import java.io.Closeable;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A member: the connection to it, its threads, and what was last read of it. Another connection makes another handle, which takes over what is known. */
final class MemberHandle implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(MemberHandle.class);
    /** The failures in a row that make a member unreachable: a single answer may be lost. */
    private static final int FAILURES = 2;

    /** The form of uids: they are written into the record of requests, and a member is not trusted. */
    private static final Pattern UID = Pattern.compile("[-._A-Za-z0-9]{1,64}");

    private volatile MemberDefinition definition;
    private final @Nullable MemberApi api;
    private final @Nullable MemberKinds kinds;
    private final ExecutorService threads;
    private final ExecutorService fenced;
    private final Ticker ticker;
    private final MemberRoundTripTimes roundTrips = new MemberRoundTripTimes();
    private final MemberCapacity capacity;
    private final @Nullable MemberServices services;
    private final @Nullable MemberSignals signals;
    private final SharedCall check = new SharedCall(this::check);
    private volatile Known known;
    private volatile boolean isAsked;
    private int failures;

    /**
     * The state of a member.
     *
     * @param checkedAt when it answered last, by the monotonic clock
     */
    private record Known(String uid, boolean reachable, String problem, long checkedAt) {}

    /** @param names the names of all members in matrices of network-probe */
    MemberHandle(
            MemberDefinition definition, MemberLimits limits, Supplier<Set<String>> names, Clock clock, Ticker ticker) {
        this.ticker = ticker;
        this.capacity = new MemberCapacity(definition.name(), this::readCapacity, clock, ticker);
        this.threads = MemberThreads.bounded("member-" + definition.name(), limits.threads());
        this.fenced = MemberThreads.bounded("fenced-" + definition.name(), limits.threads());
        MemberApi connected = null;
        String problem = definition.problem();
        Config config = definition.config();
        if (config != null) {
            try {
                connected = new MemberApi(ApiServer.of(config), limits.timeout(), limits.requests(), ticker);
            } catch (IllegalArgumentException unusable) {
                problem = "data.kubeconfig cannot be used: " + unusable.getMessage();
            }
        }
        this.api = connected;
        this.kinds = connected == null ? null : new MemberKinds(connected, ticker);
        this.definition = definition;
        this.services = connected == null
                ? null
                : new MemberServices(connected, () -> settings().services(), clock);
        this.signals = services == null
                ? null
                : new MemberSignals(definition.name(), services, this::probeName, names, limits.timeout(), ticker);
        String first = problem.isEmpty() ? "it was not asked yet" : problem;
        this.known = new Known("", false, first, ticker.nanos());
    }

    /**
     * Takes over what another handle knows of the cluster under the name: its uid, so that another cluster is noticed; and at the same address also whether it
     * answers and what is free there, until this connection shows the contrary.
     */
    synchronized void inherit(MemberHandle before) {
        Known old = before.known;
        boolean isSame = api != null && definition.hasSameServer(before.definition());
        known = isSame ? old : new Known(old.uid(), false, known.problem(), ticker.nanos());
        isAsked = isSame && before.isAsked;
        if (isSame) {
            capacity.inherit(before.capacity());
        }
    }

    /** Takes over a uid that a member of the name had. */
    synchronized void inherit(String uid) {
        known = new Known(uid, false, known.problem(), ticker.nanos());
    }

    /** Takes over what the Secret says besides the connection. */
    void redefine(MemberDefinition same) {
        definition = same;
    }

    /** Returns the uid of the cluster that answered last under the name; empty if none has. */
    String lastUid() {
        return known.uid();
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
    MemberServices services(String service) {
        return services != null && services.has(service) ? services : null;
    }

    /** Returns the figures of its services; null if there is no connection. */
    @Nullable
    MemberSignals signals() {
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

    /** The threads that look at attempts with a fence: it deletes what is not renewed in time, so they do not wait for other work in this member. */
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
            throw new MemberUnreachableException(known.problem(), null);
        }
        return kinds;
    }

    /** @throws MemberUnreachableException if there is no connection */
    MemberApi requireApi() throws MemberUnreachableException {
        if (api == null) {
            throw new MemberUnreachableException(known.problem(), null);
        }
        return api;
    }

    /** Whether it has answered, or failed to as often as makes it unreachable, or has no connection: before, nothing can be said of it. */
    boolean isAsked() {
        return isAsked || api == null;
    }

    Member member() {
        Known now = known;
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
                roundTrips.median(),
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
            throw new CapacityUnknownException(known.problem());
        }
        return new CapacityReader(asked).read();
    }

    /**
     * Asks for the uid of the cluster, which says that it answers.
     *
     * @throws MemberUnreachableException if it does not
     */
    String uid() throws MemberUnreachableException {
        MemberApi asked = requireApi();
        long begun = ticker.nanos();
        MemberReply reply = asked.get("/api/v1/namespaces/kube-system");
        String uid = reply.body().path("metadata").path("uid").asText("");
        if (!reply.isSuccess() || uid.isEmpty()) {
            throw new MemberUnreachableException(
                    "it does not show its namespace kube-system: " + reply.message(), null);
        }
        if (!UID.matcher(uid).matches()) {
            throw new MemberUnreachableException(
                    "the uid of its namespace kube-system has " + uid.length()
                            + " characters: it must be at most 64 letters, digits, '-', '.' and '_'",
                    null);
        }
        roundTrips.add(ticker.since(begun).toNanos() / 1e6);
        answered(uid);
        return uid;
    }

    private synchronized void answered(String uid) {
        Known before = known;
        if (!before.reachable()) {
            LOG.info("A member cluster answers; cluster={}", name());
        }
        boolean isSame = before.uid().equals(uid);
        if (!isSame && !before.uid().isEmpty()) {
            LOG.warn(
                    "A member cluster is another one under its name; cluster={} uid={} before={}",
                    name(),
                    uid,
                    before.uid());
        }
        failures = 0;
        isAsked = true;
        if (!isSame) {
            capacity.clear();
        }
        known = new Known(uid, true, "", ticker.nanos());
    }

    private synchronized void failed(MemberUnreachableException failed) {
        Known before = known;
        failures++;
        if (failures < FAILURES && (before.reachable() || !isAsked)) {
            return;
        }
        isAsked = true;
        String problem = String.valueOf(failed.getMessage());
        if (before.reachable() || failures == FAILURES) {
            LOG.warn("A member cluster cannot be used; cluster={} cause={}", name(), problem);
        }
        known = new Known(before.uid(), false, problem, before.checkedAt());
    }

    /** Checks whether it answers. */
    boolean check() {
        try {
            uid();
            return true;
        } catch (MemberUnreachableException unreachable) {
            failed(unreachable);
            return false;
        } catch (RuntimeException unexpected) {
            LOG.error("A member cluster cannot be checked; cluster={}", name(), unexpected);
            return false;
        }
    }

    /** Begins a check, unless one is under way; returns its result. */
    CompletableFuture<Boolean> check(Executor checks) {
        return check.begin(checks);
    }

    /** Whether it has answered within this time. */
    boolean hasAnswered(Duration within) {
        Known now = known;
        return now.reachable() && ticker.since(now.checkedAt()).compareTo(within) <= 0;
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
