package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.cluster.ClusterDelays;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.member.ForgottenClusters;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.Closeable;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The members that the Secrets of the service's namespace define. A Secret that changes makes a new connection; one
 * that disappears ends it. Thread-safe.
 */
public final class MemberRegistry implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(MemberRegistry.class);

    private final MemberLimits limits;
    private final BooleanSupplier requestsAreRead;
    private final Clock clock;
    private final Ticker ticker;
    private final MemberDefinitions definitions = new MemberDefinitions();
    private final ConcurrentSkipListMap<String, MemberHandle> handles = new ConcurrentSkipListMap<>();
    private final Map<String, Long> checkedAt = new ConcurrentHashMap<>();
    /** The uids of members whose Secret is gone: it may come back with the address of another cluster. */
    private final Map<String, String> lastUids = new HashMap<>();

    private volatile Map<String, Set<String>> forgotten = Map.of();
    private final CapacityReadQueue reads;
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final ExecutorService checks = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "member-checks");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * @param requestsAreRead whether this replica knows all requests: capacities are read from then on, or for a bid
     */
    MemberRegistry(MemberLimits limits, BooleanSupplier requestsAreRead, Clock clock, Ticker ticker) {
        this.limits = limits;
        this.requestsAreRead = requestsAreRead;
        this.reads = new CapacityReadQueue(limits.capacityReads());
        this.clock = clock;
        this.ticker = ticker;
    }

    /** Calls the listener with the name of each member that begins or ceases to be usable, or is another cluster. */
    public void listen(Consumer<String> listener) {
        listeners.add(listener);
    }

    synchronized void secret(Secret secret) {
        definitions.secret(secret);
        define();
    }

    synchronized void secretGone(String namespace, String name) {
        definitions.secretGone(name);
        define();
    }

    synchronized void profile(String namespace, String name, JsonNode profile) {
        definitions.profile(namespace + "/" + name, profile);
        define();
    }

    synchronized void profileGone(String namespace, String name) {
        definitions.profileGone(namespace + "/" + name);
        define();
    }

    /** Makes the handles what the Secrets say. */
    private void define() {
        Map<String, MemberDefinition> wanted = definitions.byCluster();
        forget(definitions.forgotten());
        handles.keySet().stream()
                .filter(name -> !wanted.containsKey(name))
                .toList()
                .forEach(this::close);
        wanted.forEach(this::define);
    }

    /** Keeps the connection if it is the same, and else what is known of the cluster. */
    private void define(String name, MemberDefinition definition) {
        MemberHandle before = handles.get(name);
        if (before != null && before.definition().hasSameConnection(definition)) {
            before.redefine(definition);
            return;
        }
        MemberHandle next = new MemberHandle(definition, limits, this::probeNames, clock, ticker);
        if (before != null) {
            next.inherit(before);
        } else {
            next.inherit(lastUids.getOrDefault(name, ""));
        }
        close(name);
        handles.put(name, next);
        if (!definition.problem().isEmpty()) {
            LOG.warn("A member cluster cannot be used; cluster={} cause={}", name, definition.problem());
        }
    }

    private void forget(Map<String, Set<String>> next) {
        if (!next.equals(forgotten)) {
            LOG.info("Clusters are to be forgotten; uids={}", next);
            forgotten = next;
            next.keySet().forEach(name -> listeners.forEach(listener -> listener.accept(name)));
        }
    }

    /** Returns the clusters that an operator has marked as forgotten. */
    ForgottenClusters forgotten() {
        Map<String, Set<String>> marked = forgotten;
        if (marked.isEmpty()) {
            return ForgottenClusters.NONE;
        }
        Set<String> answering = new HashSet<>();
        handles.values().forEach(handle -> {
            Member member = handle.member();
            if (member.reachable()) {
                answering.add(member.uid());
            }
        });
        return new ForgottenClusters(marked, answering);
    }

    private void close(String name) {
        MemberHandle handle = handles.remove(name);
        checkedAt.remove(name);
        if (handle != null) {
            lastUids.put(name, handle.lastUid());
            handle.close();
        }
    }

    @Nullable
    MemberHandle find(String name) {
        return handles.get(name);
    }

    Collection<MemberHandle> all() {
        return handles.values();
    }

    /** Returns the threads of a member; null if there is no such member. */
    public @Nullable ExecutorService executor(String name) {
        MemberHandle handle = handles.get(name);
        return handle == null ? null : handle.executor();
    }

    /** Returns the threads that look at attempts with a fence in a member; null if there is no such member. */
    public @Nullable ExecutorService fencedExecutor(String name) {
        MemberHandle handle = handles.get(name);
        return handle == null ? null : handle.fencedExecutor();
    }

    /** Whether each of the members that exist was asked since this replica knows it. */
    boolean areAsked(Collection<String> names) {
        for (String name : names) {
            MemberHandle handle = handles.get(name);
            if (handle != null && !handle.isAsked()) {
                return false;
            }
        }
        return true;
    }

    /** Returns the members as they are known now, by name. */
    public Map<String, Member> members() {
        Map<String, Member> members = new TreeMap<>();
        handles.forEach((name, handle) -> members.put(name, handle.member()));
        return members;
    }

    /** Returns those of these members that exist, as they are known now, by name. */
    Map<String, Member> members(Collection<String> names) {
        Map<String, Member> members = new TreeMap<>();
        names.forEach(name -> {
            MemberHandle handle = handles.get(name);
            if (handle != null) {
                members.put(name, handle.member());
            }
        });
        return members;
    }

    /** Returns the delays that the members' network-probes have measured, else those that their Secrets say. */
    public ClusterDelays delays() {
        return ClusterDelaysBuilder.of(handles.values());
    }

    private Set<String> probeNames() {
        Set<String> names = new HashSet<>();
        handles.values().forEach(handle -> names.add(handle.probeName()));
        return names;
    }

    /**
     * Begins to check the members that are due, and to read their capacities; returns at once. A member that does not
     * answer holds up its own check only. Nothing is decided before the requests are read, so that a replica that
     * starts leaves the processor to them: to read the nodes of many members takes longer.
     */
    public void checkDue() {
        boolean mayRead = requestsAreRead.getAsBoolean();
        handles.forEach((name, handle) -> {
            if (handle.api() == null) {
                return;
            }
            Long last = checkedAt.get(name);
            if (last == null || ticker.since(last).compareTo(limits.healthEvery()) >= 0) {
                checkedAt.put(name, ticker.nanos());
                check(handle);
            }
            boolean isReachable = handle.isReachable();
            if (mayRead && isReachable && handle.capacity().isDue(limits.capacityEvery())) {
                reads.readDue(handle.capacity());
            }
            MemberDelayAndBatteryCache signals = handle.signals();
            if (signals != null && isReachable) {
                signals.readDue(checks);
            }
        });
    }

    /** Begins to check whether a member answers, unless that is under way; returns whether it does. */
    CompletableFuture<Boolean> check(MemberHandle handle) {
        return handle.check(task -> checks.execute(() -> {
            Member before = handle.member();
            task.run();
            Member after = handle.member();
            if (before.reachable() != after.reachable() || !before.uid().equals(after.uid())) {
                listeners.forEach(listener -> listener.accept(handle.name()));
            }
        }));
    }

    /** Begins to read the capacity of a member for a bid, unless that is under way; returns whether it succeeds. */
    CompletableFuture<Boolean> readCapacity(MemberHandle handle) {
        return reads.readForBid(handle.capacity());
    }

    @Override
    public synchronized void close() {
        checks.shutdownNow();
        reads.close();
        List.copyOf(handles.keySet()).forEach(this::close);
    }
}
