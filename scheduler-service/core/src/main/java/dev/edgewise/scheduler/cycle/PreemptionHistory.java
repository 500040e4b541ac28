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
    private static final Duration REFUSAL_VALIDITY = Duration.ofMinutes(5);

    private static final Backoff PAUSE = new Backoff(Duration.ofSeconds(5), Duration.ofMinutes(5));
    /** Retention time; longer than the longest pause, so that pauses continue to double. */
    private static final Duration RETENTION = Duration.ofMinutes(15);

    private static final int MOST_PODS = 10_000;

    private final Ticker ticker;
    /** Refused evictions, by victim. */
    private final ExpiringPodMap<Boolean> refused;
    /** Preemptions that were carried out, by preemptor. */
    private final ExpiringPodMap<EarlierPreemptions> carriedOut;

    /**
     * Preemptions for one pod.
     *
     * @param at when the last one was carried out, a reading of the ticker
     */
    private record PreemptionCount(int times, long at) {
        PreemptionCount again(long now) {
            return new PreemptionCount(times + 1, now);
        }
    }

    /** @param byNode the preemptions on each node */
    private record EarlierPreemptions(PreemptionCount all, Map<String, PreemptionCount> byNode) {
        static final EarlierPreemptions NONE = new EarlierPreemptions(new PreemptionCount(0, 0), Map.of());
    }

    PreemptionHistory(Ticker ticker) {
        this.ticker = ticker;
        this.refused = new ExpiringPodMap<>(REFUSAL_VALIDITY, MOST_PODS, ticker);
        this.carriedOut = new ExpiringPodMap<>(RETENTION, MOST_PODS, ticker);
    }

    /** The API server refused to evict the pod. */
    void noteRefused(Pod victim) {
        refused.put(victim, true);
    }

    /** Pods were evicted from the node for the pod. */
    synchronized void noteCarriedOut(Pod preemptor, String node) {
        EarlierPreemptions earlier = earlierOf(preemptor);
        long now = ticker.nanos();
        Map<String, PreemptionCount> nodes = new HashMap<>(earlier.byNode());
        nodes.put(node, nodes.getOrDefault(node, EarlierPreemptions.NONE.all()).again(now));
        carriedOut.put(preemptor, new EarlierPreemptions(earlier.all().again(now), nodes));
    }

    boolean isRefused(Pod victim) {
        return refused.get(victim) != null;
    }

    /** Returns whether pods may be evicted for the pod from the node of that name now. */
    Predicate<String> mayEvictFrom(Pod preemptor) {
        EarlierPreemptions earlier = earlierOf(preemptor);
        return node -> remainingPauseOfAll(earlier) <= 0
                && remainingPause(earlier.byNode().getOrDefault(node, EarlierPreemptions.NONE.all()), 0) <= 0;
    }

    /**
     * Returns how long until pods may be evicted for the pod from one more node; null if they may be evicted from each
     * node now.
     */
    @Nullable
    Duration untilNext(Pod preemptor) {
        EarlierPreemptions earlier = earlierOf(preemptor);
        long ofAll = remainingPauseOfAll(earlier);
        LongStream ofNodes = earlier.byNode().values().stream().mapToLong(last -> remainingPause(last, 0));
        long least = ofAll > 0 ? ofAll : ofNodes.filter(left -> left > 0).min().orElse(0);
        return least == 0 ? null : Duration.ofNanos(least);
    }

    private EarlierPreemptions earlierOf(Pod preemptor) {
        EarlierPreemptions earlier = carriedOut.get(preemptor);
        return earlier == null ? EarlierPreemptions.NONE : earlier;
    }

    private long remainingPauseOfAll(EarlierPreemptions earlier) {
        return remainingPause(earlier.all(), 1);
    }

    /**
     * Returns the nanoseconds of the pause that are still to come.
     *
     * @param free how many preemptions no pause follows
     */
    private long remainingPause(PreemptionCount last, int free) {
        return last.times() <= free
                ? 0
                : PAUSE.after(last.times() - free)
                        .minus(ticker.since(last.at()))
                        .toNanos();
    }
}
