package dev.edgewise.global.remote;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.cluster.PromisedCapacity;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.member.AttemptPhaseReader;
import dev.edgewise.global.member.ForgottenClusters;
import dev.edgewise.global.member.MemberClusters;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.policy.Bid;
import java.io.Closeable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** The member clusters by their API servers. */
public final class RemoteMemberClusters implements MemberClusters, Closeable {
    private final MemberRegistry registry;
    private final RequestPreparation preparation;
    private final AttemptPhaseReader confirmation;
    private final PromisedCapacity promised;
    private final Supplier<String> origin;
    private final Duration fence;
    private final Clock clock;
    private final DelaySourceResolver sources;
    private final BidCollector bids;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "bids");
        thread.setDaemon(true);
        return thread;
    });

    /** @param origin the uid of the management cluster; empty while it is not known */
    RemoteMemberClusters(
            MemberRegistry registry,
            RequestPreparation preparation,
            AttemptPhaseReader confirmation,
            PromisedCapacity promised,
            MemberLimits limits,
            Supplier<String> origin,
            Duration fence,
            Clock clock,
            Ticker ticker) {
        this.registry = registry;
        this.preparation = preparation;
        this.confirmation = confirmation;
        this.promised = promised;
        this.origin = origin;
        this.fence = fence;
        this.clock = clock;
        this.sources = new DelaySourceResolver(registry, ticker);
        this.bids = new BidCollector(registry, promised, sources, limits, threads, clock, ticker);
    }

    private interface Work {
        AttemptObservation of(AttemptWork work) throws MemberUnreachableException;
    }

    @Override
    public boolean areAsked(Collection<String> clusters) {
        return registry.areAsked(clusters);
    }

    @Override
    public Map<String, Member> members() {
        return registry.members();
    }

    @Override
    public Map<String, Member> members(Collection<String> names) {
        return registry.members(names);
    }

    @Override
    public ForgottenClusters forgotten() {
        return registry.forgotten();
    }

    @Override
    public List<Bid> bids(GlobalRequest request, Collection<String> clusters, Duration within) {
        return bids.collect(request, preparation.of(request), clusters, within);
    }

    @Override
    public AttemptObservation apply(GlobalRequest request, Attempt attempt) {
        promised.promise(
                attempt.cluster(),
                PromisedCapacitySynchronizer.holder(request, attempt),
                preparation.of(request).shapes(),
                attempt.startedAt());
        AttemptObservation seen = work(withSource(request, attempt), attempt, work -> work.apply(origin.get()));
        settle(request, attempt, seen);
        return seen;
    }

    /**
     * Returns the request with the node of its source, if that is in the attempt's cluster: its scheduler counts the
     * delay from there.
     */
    private GlobalRequest withSource(GlobalRequest request, Attempt attempt) {
        Policy policy = request.spec().policy();
        boolean isThere = policy.sourceCluster().equals(attempt.cluster());
        return isThere && DelaySourceResolver.isNeeded(policy)
                ? request.with(policy.from(sources.resolve(request).node()))
                : request;
    }

    @Override
    public AttemptObservation observe(GlobalRequest request, Attempt attempt) {
        AttemptObservation seen = work(request, attempt, AttemptWork::observe);
        settle(request, attempt, seen);
        return seen;
    }

    @Override
    public AttemptObservation release(GlobalRequest request, Attempt attempt) {
        return work(request, attempt, AttemptWork::release);
    }

    @Override
    public AttemptObservation delete(GlobalRequest request, Attempt attempt) {
        AttemptObservation seen = work(request, attempt, AttemptWork::delete);
        if (seen.isEmpty()) {
            promised.release(attempt.cluster(), PromisedCapacitySynchronizer.holder(request, attempt));
        }
        return seen;
    }

    /** Capacity that is read from now on includes the pods of an attempt that is ready. */
    private void settle(GlobalRequest request, Attempt attempt, AttemptObservation seen) {
        if (seen.isReady()) {
            promised.seen(attempt.cluster(), PromisedCapacitySynchronizer.holder(request, attempt), clock.instant());
        }
    }

    private AttemptObservation work(GlobalRequest request, Attempt attempt, Work work) {
        Instant at = clock.instant();
        MemberHandle handle = registry.find(attempt.cluster());
        if (handle == null) {
            return AttemptObservation.unreachable(at);
        }
        try {
            return work.of(
                    new AttemptWork(handle, request, attempt, preparation.of(request), confirmation, fence, clock));
        } catch (MemberUnreachableException unreachable) {
            return AttemptObservation.unreachable(at);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
