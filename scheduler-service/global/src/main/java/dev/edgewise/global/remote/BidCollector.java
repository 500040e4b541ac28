package dev.edgewise.global.remote;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.cluster.ClusterDelays;
import dev.edgewise.global.cluster.PromisedCapacity;
import dev.edgewise.global.manifests.RewriteTarget;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.policy.Bid;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks clusters for bids, all at the same time: whether each answers now, how much is free if that is not known from
 * just before, and its scheduler-service where it may be asked. A check or a read that is under way serves all who wait
 * for it.
 */
final class BidCollector {
    /** The time for which an answer of a cluster shows that it answers. */
    private static final Duration ALIVE = Duration.ofSeconds(2);

    private final MemberRegistry registry;
    private final PromisedCapacity promised;
    private final DelaySourceResolver sources;
    private final MemberLimits limits;
    private final ExecutorService threads;
    private final Clock clock;
    private final Ticker ticker;

    BidCollector(
            MemberRegistry registry,
            PromisedCapacity promised,
            DelaySourceResolver sources,
            MemberLimits limits,
            ExecutorService threads,
            Clock clock,
            Ticker ticker) {
        this.registry = registry;
        this.promised = promised;
        this.sources = sources;
        this.limits = limits;
        this.threads = threads;
        this.clock = clock;
        this.ticker = ticker;
    }

    List<Bid> collect(
            GlobalRequest request, PreparedRequestManifests prepared, Collection<String> clusters, Duration within) {
        long deadline = ticker.nanos() + within.toNanos();
        CompletableFuture<ResolvedDelaySource> source = source(request);
        List<PendingClusterBid> questions = new ArrayList<>();
        clusters.forEach(name -> questions.add(ask(request, prepared, name, within)));
        ResolvedDelaySource found = FutureDeadlineAwait.await(source, deadline, ticker);
        ClusterDelays delays = registry.delays();
        BidBuilder builder = new BidBuilder(
                request,
                prepared,
                found == null ? new ResolvedDelaySource(request.spec().policy().sourceNode(), "") : found,
                delays,
                new ResponseTimeInputReader(request.spec().policy(), prepared.shapes(), delays, registry),
                promised,
                limits,
                clock);
        List<Bid> bids = new ArrayList<>();
        for (PendingClusterBid question : questions) {
            Boolean isAlive = FutureDeadlineAwait.await(question.isAlive(), deadline, ticker);
            FutureDeadlineAwait.await(question.isRead(), deadline, ticker);
            CompletableFuture<WhatIfClient.Answer> whatIf = question.whatIf();
            WhatIfClient.Answer answer = whatIf == null ? null : FutureDeadlineAwait.await(whatIf, deadline, ticker);
            bids.add(builder.bid(question, Boolean.TRUE.equals(isAlive), answer, within));
        }
        return bids;
    }

    private CompletableFuture<ResolvedDelaySource> source(GlobalRequest request) {
        return DelaySourceResolver.isNeeded(request.spec().policy())
                ? later(() -> sources.resolve(request), ResolvedDelaySource.WHOLE_CLUSTER)
                : CompletableFuture.completedFuture(ResolvedDelaySource.WHOLE_CLUSTER);
    }

    private PendingClusterBid ask(
            GlobalRequest request, PreparedRequestManifests prepared, String name, Duration within) {
        MemberHandle handle = registry.find(name);
        if (handle == null) {
            return PendingClusterBid.refused(name, null, "there is no cluster of that name");
        }
        String refusal = handle.settings()
                .refusal(request.key().namespace(), request.spec().targetNamespace());
        String problem = refusal != null ? refusal : handle.definition().refusal();
        problem = problem.isEmpty() ? prepared.problem() : problem;
        if (!problem.isEmpty() || handle.api() == null) {
            return PendingClusterBid.refused(
                    name, handle, problem.isEmpty() ? handle.member().problem() : problem);
        }
        boolean isKnown = !limits.bidAge().isZero() && handle.hasAnswered(ALIVE);
        CompletableFuture<Boolean> isAlive = isKnown ? CompletableFuture.completedFuture(true) : registry.check(handle);
        CompletableFuture<Boolean> isRead = isAlive;
        if (!handle.capacity().known().isWithin(limits.bidAge(), clock.instant())) {
            isRead = isAlive.thenCompose(
                    answers -> answers ? registry.readCapacity(handle) : CompletableFuture.completedFuture(false));
        }
        return new PendingClusterBid(name, handle, "", isAlive, isRead, whatIf(request, prepared, handle, within));
    }

    private @Nullable CompletableFuture<WhatIfClient.Answer> whatIf(
            GlobalRequest request, PreparedRequestManifests prepared, MemberHandle handle, Duration within) {
        MemberServiceClient services = handle.services(MemberServiceClient.SCHEDULER_SERVICE);
        if (services == null) {
            return null;
        }
        RewriteTarget target = new RewriteTarget(
                request.uid(),
                0,
                request.spec().targetNamespace(),
                "",
                "",
                request.spec().policy().atSpeed(handle.settings().speed()),
                handle.settings().scheduler(),
                "");
        return later(
                () -> {
                    Instant now = clock.instant();
                    MemberCapacity.Known known = handle.capacity().known();
                    CapacityReader.Reading reading = known.reading();
                    Map<String, Integer> counted = reading == null ? Map.of() : reading.counted();
                    Instant at = known.at();
                    var open = promised.open(handle.name(), at == null ? Instant.MIN : at, counted, now);
                    return WhatIfClient.ask(services, prepared, target, open, within);
                },
                WhatIfClient.Answer.none("is not asked, as this service stops"));
    }

    private <T> CompletableFuture<T> later(Supplier<T> task, T otherwise) {
        try {
            return CompletableFuture.supplyAsync(task, threads);
        } catch (RejectedExecutionException stopping) {
            return CompletableFuture.completedFuture(otherwise);
        }
    }
}
