package dev.edgewise.offloader.kubernetes;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.events.PodEvent;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.rounds.execution.OffloadEvents;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Writes events: those of moves one after the other, and beside them those of refusals, as there may be thousands. A
 * move that does not fit into its queue is counted, and dropped; a refusal is left to a later round.
 */
final class KubernetesEvents implements OffloadEvents {
    private static final String COMPONENT = "function-offloader";
    private static final int MOST_MOVES = 1_000;
    /** The most events that a round adds, which keeps the API server from a flood. */
    private static final int MOST_REFUSALS = 500;

    private static final int MOST_HEARD = 100_000;
    private static final Duration HEARD_FOR = Duration.ofHours(1);
    /** Reasons that pass by themselves: the plan and the metric show them, events do not. */
    private static final Set<Reason> NOT_YET = EnumSet.of(
            Reason.TERMINATING,
            Reason.NOT_YET_SURE,
            Reason.WORKLOAD_RATE,
            Reason.NODE_RATE,
            Reason.TOTAL_RATE,
            Reason.TARGET_BUSY,
            Reason.NOT_ANSWERED,
            Reason.REFERENCE_MOVES);

    private final Consumer<PodEvent> writer;
    private final Counter dropped;
    private final Ticker ticker;
    private final ThreadPoolExecutor moves = thread("offload-events-", MOST_MOVES);
    private final ThreadPoolExecutor refusals = thread("offload-refusals-", MOST_REFUSALS);
    /** Pods and reasons of which there was an event lately. */
    private final Map<String, Boolean> heard;

    KubernetesEvents(Consumer<PodEvent> writer, Counter dropped, Ticker ticker) {
        this.writer = writer;
        this.dropped = dropped;
        this.ticker = ticker;
        this.heard = Caffeine.newBuilder()
                .maximumSize(MOST_HEARD)
                .expireAfterWrite(HEARD_FOR)
                .ticker(ticker::nanos)
                .executor(Runnable::run)
                .<String, Boolean>build()
                .asMap();
    }

    private static ThreadPoolExecutor thread(String name, int mostWaiting) {
        CustomizableThreadFactory daemons = new CustomizableThreadFactory(name);
        daemons.setDaemon(true);
        return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(mostWaiting), daemons);
    }

    @Override
    public void offloaded(MoveDecision move) {
        String message = "Moves from " + move.pod().node() + " to " + move.target() + ": " + move.why();
        PodEvent event = event(move.pod(), false, "Offloaded", message);
        try {
            moves.execute(() -> writer.accept(event));
        } catch (RejectedExecutionException full) {
            dropped.increment();
        }
    }

    /** Adds an event, unless it is only not the pod's turn yet: that says nothing to its user. */
    @Override
    public void refused(MoveDecision stay) {
        MoveRefusal refusal = stay.refusal();
        if (refusal == null || NOT_YET.contains(refusal.reason())) {
            return;
        }
        String key = stay.pod().uid() + refusal.reason();
        if (heard.putIfAbsent(key, true) == null) {
            String message =
                    "Would be better on " + stay.target() + " (" + stay.why() + "), and stays: " + refusal.message();
            PodEvent event = event(stay.pod(), true, "OffloadRefused", message);
            try {
                refusals.execute(() -> writer.accept(event));
            } catch (RejectedExecutionException full) {
                heard.remove(key);
            }
        }
    }

    private static PodEvent event(MovablePod pod, boolean warning, String reason, String message) {
        String name = pod.name().substring(pod.name().indexOf('/') + 1);
        return new PodEvent(
                pod.workload().namespace(), name, pod.uid(), COMPONENT, warning, reason, "Offloading", message);
    }

    /** Writes what waits, for at most this long. */
    void stop(Duration flush) {
        moves.shutdown();
        refusals.shutdown();
        long since = ticker.nanos();
        try {
            for (ThreadPoolExecutor thread : List.of(moves, refusals)) {
                Duration left = flush.minus(ticker.since(since));
                if (!thread.awaitTermination(left.toNanos(), TimeUnit.NANOSECONDS)) {
                    thread.shutdownNow();
                }
            }
        } catch (InterruptedException stopping) {
            moves.shutdownNow();
            refusals.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
