package dev.edgewise.global.remote;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.cluster.ClusterCapacity;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.kubernetes.http.ApiServer;
import io.fabric8.kubernetes.client.Config;
import java.io.Closeable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A member: the connection to it, its threads, and what was last read of it. Another connection makes another handle, which takes over what is known. */
final class MemberHandle implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(MemberHandle.class);
    /** The failures in a row that make a member unreachable: a single answer may be lost. */
    private static final int FAILURES = 2;

    private volatile MemberDefinition definition;
    private final @Nullable MemberApi api;
    private final @Nullable MemberKinds kinds;
    private final ThreadPoolExecutor threads;
    private final Clock clock;
    private final Ticker ticker;
    private final RoundTrips roundTrips = new RoundTrips();
    private final Object reading = new Object();
    private volatile Known known;
    private volatile boolean isAsked;
    private int failures;

    /**
     * The state of a member.
     *
     * @param checkedAt when it answered last, by the monotonic clock
     */
    private record Known(
            String uid,
            boolean reachable,
            String problem,
            @Nullable ClusterCapacity capacity,
            @Nullable Instant capacityAt,
            double energyPercent,
            long checkedAt) {}

    MemberHandle(MemberDefinition definition, MemberLimits limits, Clock clock, Ticker ticker) {
        this.clock = clock;
        this.ticker = ticker;
        this.threads = threads(definition.name(), limits.threads());
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
        String first = problem.isEmpty() ? "it was not asked yet" : problem;
        this.known = new Known("", false, first, null, null, Double.NaN, ticker.nanos());
    }

    /**
     * Takes over what another handle knows of the cluster under the name: its uid, so that another cluster is noticed; and at the same address also whether it
     * answers and what is free there, until this connection shows the contrary.
     */
    synchronized void inherit(MemberHandle before) {
        Known old = before.known;
        boolean isSame = api != null && definition.hasSameServer(before.definition());
        known = isSame ? old : new Known(old.uid(), false, known.problem(), null, null, Double.NaN, ticker.nanos());
        isAsked = isSame && before.isAsked;
    }

    /** Takes over a uid that a member of the name had. */
    synchronized void inherit(String uid) {
        known = new Known(uid, false, known.problem(), null, null, Double.NaN, ticker.nanos());
    }

    /** Takes over what the Secret says besides the connection. */
    void redefine(MemberDefinition same) {
        definition = same;
    }

    /** Returns the uid of the cluster that answered last under the name; empty if none has. */
    String lastUid() {
        return known.uid();
    }

    private static ThreadPoolExecutor threads(String name, int most) {
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(most, most, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "member-" + name);
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    String name() {
        return definition.name();
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
        return new Member(
                definition.name(),
                now.uid(),
                settings().location(),
                settings().labels(),
                settings().targets().keySet(),
                settings().cost(),
                now.reachable(),
                now.capacity(),
                now.capacityAt(),
                roundTrips.median(),
                now.energyPercent(),
                now.problem());
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
        known = new Known(
                uid,
                true,
                "",
                isSame ? before.capacity() : null,
                isSame ? before.capacityAt() : null,
                before.energyPercent(),
                ticker.nanos());
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
        known = new Known(
                before.uid(),
                false,
                problem,
                before.capacity(),
                before.capacityAt(),
                before.energyPercent(),
                before.checkedAt());
    }

    /** Checks whether it answers, and reads its capacity if what is known is older than that. Returns whether it answers. */
    boolean refresh(Duration oldest) {
        try {
            uid();
            readCapacity(oldest);
            return true;
        } catch (MemberUnreachableException unreachable) {
            failed(unreachable);
            return false;
        }
    }

    /** Reads the capacity at most once at a time: a second caller has what the first one reads. */
    private void readCapacity(Duration oldest) throws MemberUnreachableException {
        synchronized (reading) {
            Instant at = clock.instant();
            Instant last = known.capacityAt();
            if (last != null && Duration.between(last, at).compareTo(oldest) <= 0) {
                return;
            }
            CapacityReader.Reading read = new CapacityReader(requireApi()).read();
            synchronized (this) {
                Known before = known;
                known = new Known(
                        before.uid(),
                        before.reachable(),
                        before.problem(),
                        read.capacity(),
                        at,
                        read.energyPercent(),
                        before.checkedAt());
            }
        }
    }

    @Override
    public void close() {
        threads.shutdown();
        if (api != null) {
            api.close();
        }
    }
}
