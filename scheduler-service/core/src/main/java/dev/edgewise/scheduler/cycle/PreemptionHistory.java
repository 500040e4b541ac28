package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Remembers preemptions for some minutes, so that no useless one is repeated: pods that the API server refused to
 * evict, and nodes that pods were evicted from for a pod. If that pod needs the node's capacity again, others have
 * taken it, as the pods of a second scheduler do; so the next preemption for it on that node waits, twice as long each
 * time. The first one on another node does not wait; later ones do, whatever node they are on. Thread-safe.
 */
final class PreemptionHistory {
    /** A policy that refuses an eviction seldom changes. */
    private static final Duration REFUSED = Duration.ofMinutes(5);

    private static final Backoff PAUSE = new Backoff(Duration.ofSeconds(5), Duration.ofMinutes(5));
    /** Retention time; longer than the longest pause, so that pauses continue to double. */
    private static final Duration REMEMBERED = Duration.ofMinutes(15);

    private static final int MOST_PODS = 10_000;

    private final Ticker ticker;
    /** Refused evictions, by victim. */
    private final ExpiringPodMap<Boolean> refused;
    /** Preemptions that were carried out, by preemptor. */
    private final ExpiringPodMap<Earlier> carriedOut;

    /**
     * Preemptions for one pod.
     *
     * @param at when the last one was carried out, a reading of the ticker
     */
    private record Carried(int times, long at) {
        Carried again(long now) {
            return new Carried(times + 1, now);
        }
    }

    /** @param byNode the preemptions on each node */
    private record Earlier(Carried all, Map<String, Carried> byNode) {
        static final Earlier NONE = new Earlier(new Carried(0, 0), Map.of());
    }

    PreemptionHistory(Ticker ticker) {
        this.ticker = ticker;
        this.refused = new ExpiringPodMap<>(REFUSED, MOST_PODS, ticker);
        this.carriedOut = new ExpiringPodMap<>(REMEMBERED, MOST_PODS, ticker);
    }

    /** The API server refused to evict the pod. */
    void refused(Pod victim) {
        refused.put(victim, true);
    }

    /** Pods were evicted from the node for the pod. */
    synchronized void carriedOut(Pod preemptor, String node) {
        Earlier earlier = of(preemptor);
        long now = ticker.nanos();
        Map<String, Carried> nodes = new HashMap<>(earlier.byNode());
        nodes.put(node, nodes.getOrDefault(node, Earlier.NONE.all()).again(now));
        carriedOut.put(preemptor, new Earlier(earlier.all().again(now), nodes));
    }

    boolean isRefused(Pod victim) {
        return refused.get(victim) != null;
    }

    /** Returns whether pods may be evicted for the pod from the node of that name now. */
    Predicate<String> mayClear(Pod preemptor) {
        Earlier earlier = of(preemptor);
        return node -> leftOfAll(earlier) <= 0 && left(earlier.byNode().getOrDefault(node, Earlier.NONE.all()), 0) <= 0;
    }

    /**
     * Returns how long until pods may be evicted for the pod from one more node; null if they may be evicted from each
     * node now.
     */
    @Nullable
    Duration untilNext(Pod preemptor) {
        Earlier earlier = of(preemptor);
        long ofAll = leftOfAll(earlier);
        LongStream ofNodes = earlier.byNode().values().stream().mapToLong(last -> left(last, 0));
        long least = ofAll > 0 ? ofAll : ofNodes.filter(left -> left > 0).min().orElse(0);
        return least == 0 ? null : Duration.ofNanos(least);
    }

    private Earlier of(Pod preemptor) {
        Earlier earlier = carriedOut.get(preemptor);
        return earlier == null ? Earlier.NONE : earlier;
    }

    private long leftOfAll(Earlier earlier) {
        return left(earlier.all(), 1);
    }

    /**
     * Returns the nanoseconds of the pause that are still to come.
     *
     * @param free how many preemptions no pause follows
     */
    private long left(Carried last, int free) {
        return last.times() <= free
                ? 0
                : PAUSE.after(last.times() - free)
                        .minus(ticker.since(last.at()))
                        .toNanos();
    }
}
