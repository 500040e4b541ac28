package dev.edgewise.global.remote;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.cluster.Availability;
import dev.edgewise.global.cluster.ClusterCapacity;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.cluster.PodFit;
import dev.edgewise.global.cluster.PromisedCapacity;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.policy.Bid;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks clusters for bids, all at the same time. A member whose capacity was read just now is not asked again. */
final class BidCollector {
    private final MemberRegistry registry;
    private final PromisedCapacity promised;
    private final MemberLimits limits;
    private final ExecutorService threads;
    private final Clock clock;
    private final Ticker ticker;

    BidCollector(
            MemberRegistry registry,
            PromisedCapacity promised,
            MemberLimits limits,
            ExecutorService threads,
            Clock clock,
            Ticker ticker) {
        this.registry = registry;
        this.promised = promised;
        this.limits = limits;
        this.threads = threads;
        this.clock = clock;
        this.ticker = ticker;
    }

    List<Bid> collect(GlobalRequest request, PreparedRequest prepared, Collection<String> clusters, Duration within) {
        long deadline = ticker.nanos() + within.toNanos();
        List<String> names = List.copyOf(clusters);
        List<@Nullable CompletableFuture<Boolean>> fresh = new ArrayList<>();
        names.forEach(name -> fresh.add(refresh(registry.find(name))));
        List<Bid> bids = new ArrayList<>();
        for (int index = 0; index < names.size(); index++) {
            boolean isAnswered = await(fresh.get(index), deadline);
            bids.add(bid(request, prepared, names.get(index), isAnswered, within));
        }
        return bids;
    }

    /** Returns null if there is nothing to wait for. */
    private @Nullable CompletableFuture<Boolean> refresh(@Nullable MemberHandle handle) {
        if (handle == null || handle.api() == null || isFresh(handle.member())) {
            return null;
        }
        try {
            return CompletableFuture.supplyAsync(() -> handle.refresh(limits.bidAge()), threads);
        } catch (RejectedExecutionException stopping) {
            return CompletableFuture.completedFuture(false);
        }
    }

    private boolean isFresh(Member member) {
        Instant at = member.capacityAt();
        return member.reachable()
                && at != null
                && Duration.between(at, clock.instant()).compareTo(limits.bidAge()) <= 0;
    }

    private boolean await(@Nullable CompletableFuture<Boolean> answer, long deadline) {
        if (answer == null) {
            return true;
        }
        try {
            return answer.get(Math.max(0, deadline - ticker.nanos()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException late) {
            return false;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Bid bid(GlobalRequest request, PreparedRequest prepared, String name, boolean isAnswered, Duration within) {
        MemberHandle handle = registry.find(name);
        if (handle == null) {
            return refused(name, "there is no cluster of that name");
        }
        Member member = handle.member();
        String refusal = handle.settings()
                .refusal(request.key().namespace(), request.spec().targetNamespace());
        ClusterCapacity capacity = member.capacity();
        Instant at = member.capacityAt();
        if (refusal != null) {
            return refused(name, refusal);
        }
        if (!handle.definition().problem().isEmpty()) {
            return refused(name, handle.definition().problem());
        }
        if (!prepared.problem().isEmpty()) {
            return refused(name, prepared.problem());
        }
        if (!isAnswered) {
            return refused(
                    name,
                    member.problem().isEmpty() ? "no answer within " + within.toMillis() + " ms" : member.problem());
        }
        if (!member.reachable() || capacity == null || at == null) {
            return refused(name, member.problem().isEmpty() ? "its capacity is not known" : member.problem());
        }
        return accepted(request, prepared, member, promised.deduct(name, capacity, at, clock.instant()), at);
    }

    private Bid accepted(
            GlobalRequest request, PreparedRequest prepared, Member member, ClusterCapacity rest, Instant at) {
        int fits = PodFit.sets(rest, prepared.shapes());
        return new Bid(
                member.name(),
                fits,
                Availability.share(rest, request.spec().policy().resource(), prepared.shapes()),
                registry.delays()
                        .toMember(
                                request.spec().policy(), request.spec().policy().sourceNode(), member),
                member.cost(),
                member.energyPercent(),
                at,
                fits > 0
                        ? ""
                        : "its pods do not fit: on " + rest.nodes()
                                + " nodes that take pods, none has room for a whole set");
    }

    private Bid refused(String name, String why) {
        return new Bid(name, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, clock.instant(), why);
    }
}
