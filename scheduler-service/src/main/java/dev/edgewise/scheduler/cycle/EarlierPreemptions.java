package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Remembers preemptions for some minutes, so that none is repeated in vain: pods that the API server refused to evict, and nodes that pods were evicted
 * from for a pod. If that pod needs the node's room again, others have taken it, as the pods of a second scheduler do; so the next preemption for it on
 * that node waits, twice as long each time. Thread-safe.
 */
final class EarlierPreemptions {
    /** A policy that refuses an eviction seldom changes. */
    private static final Duration REFUSED = Duration.ofMinutes(5);

    private static final Backoff PAUSE = new Backoff(Duration.ofSeconds(5), Duration.ofMinutes(5));
    /** Longer than the longest pause, so that pauses continue to double. */
    private static final Duration REMEMBERED = Duration.ofMinutes(15);

    private static final int MOST_PODS = 10_000;

    private final Ticker ticker;
    /** By the uids of victims. */
    private final RecentEntries<Boolean> refused;
    /** By the uid of the preemptor, and the node that pods were evicted from. */
    private final RecentEntries<Map<String, Carried>> carriedOut;

    /**
     * The preemptions for one pod on one node.
     *
     * @param at when the last one was carried out, a reading of the ticker
     */
    private record Carried(int times, long at) {}

    EarlierPreemptions(Ticker ticker) {
        this.ticker = ticker;
        this.refused = new RecentEntries<>(REFUSED, MOST_PODS, ticker);
        this.carriedOut = new RecentEntries<>(REMEMBERED, MOST_PODS, ticker);
    }

    /** The API server refused to evict the pod. */
    void refused(Pod victim) {
        refused.put(victim.uid(), true);
    }

    /** Pods were evicted from the node for the pod. */
    synchronized void carriedOut(Pod preemptor, String node) {
        Map<String, Carried> nodes = new HashMap<>(nodesOf(preemptor));
        Carried before = nodes.get(node);
        nodes.put(node, new Carried(before == null ? 1 : before.times() + 1, ticker.nanos()));
        carriedOut.put(preemptor.uid(), nodes);
    }

    boolean isRefused(Pod victim) {
        return refused.get(victim.uid()) != null;
    }

    /** Whether pods may be evicted for the pod from the node of that name now. */
    Predicate<String> mayClear(Pod preemptor) {
        Map<String, Carried> nodes = nodesOf(preemptor);
        return node -> left(nodes.get(node)) <= 0;
    }

    /** How long until pods may be evicted for the pod from one more node; null if they may be evicted from each node now. */
    @Nullable
    Duration untilNext(Pod preemptor) {
        long least = nodesOf(preemptor).values().stream()
                .mapToLong(this::left)
                .filter(left -> left > 0)
                .min()
                .orElse(0);
        return least == 0 ? null : Duration.ofNanos(least);
    }

    private Map<String, Carried> nodesOf(Pod preemptor) {
        Map<String, Carried> nodes = carriedOut.get(preemptor.uid());
        return nodes == null ? Map.of() : nodes;
    }

    /** Nanoseconds of the pause that are still to come. */
    private long left(@Nullable Carried last) {
        return last == null
                ? 0
                : PAUSE.after(last.times()).minus(ticker.since(last.at())).toNanos();
    }
}
