package dev.edgewise.offloader.kubernetes;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.events.EventWriter;
import dev.edgewise.kubernetes.events.PodEvent;
import dev.edgewise.offloader.plan.Verdict;
import dev.edgewise.offloader.rounds.OffloadEvents;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.Refusal;
import dev.edgewise.offloader.safety.Refusal.Reason;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** Writes events one after the other; what does not fit into its queue is counted, and dropped. */
final class KubernetesEvents implements OffloadEvents {
    private static final String COMPONENT = "function-offloader";
    private static final int MOST_WAITING = 1_000;
    private static final int MOST_HEARD = 100_000;
    private static final Duration HEARD_FOR = Duration.ofHours(1);
    /** What the budgets put off, in the plan and the metric. */
    private static final Set<Reason> NOT_YET = EnumSet.of(
            Reason.NOT_YET_SURE,
            Reason.WORKLOAD_RATE,
            Reason.NODE_RATE,
            Reason.TOTAL_RATE,
            Reason.TARGET_BUSY,
            Reason.REFERENCE_MOVES);

    private final EventWriter writer;
    private final ThreadPoolExecutor thread;
    private final Counter dropped;
    /** Pods and reasons of which there was an event lately. */
    private final Map<String, Boolean> heard;

    KubernetesEvents(EventWriter writer, Counter dropped, Ticker ticker) {
        this.writer = writer;
        CustomizableThreadFactory daemons = new CustomizableThreadFactory("offload-events-");
        daemons.setDaemon(true);
        this.thread =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), daemons);
        this.dropped = dropped;
        this.heard = Caffeine.newBuilder()
                .maximumSize(MOST_HEARD)
                .expireAfterWrite(HEARD_FOR)
                .ticker(ticker::nanos)
                .executor(Runnable::run)
                .<String, Boolean>build()
                .asMap();
    }

    @Override
    public void offloaded(Verdict move) {
        String message = "Moves from " + move.pod().node() + " to " + move.target() + ": " + move.why();
        write(move.pod(), false, "Offloaded", message);
    }

    /** That it is not its turn yet says nothing to a pod's user. */
    @Override
    public void refused(Verdict stay) {
        Refusal refusal = stay.refusal();
        if (refusal == null || NOT_YET.contains(refusal.reason())) {
            return;
        }
        String key = stay.pod().uid() + refusal.reason();
        if (heard.putIfAbsent(key, true) == null) {
            String message =
                    "Would be better on " + stay.target() + " (" + stay.why() + "), and stays: " + refusal.message();
            if (!write(stay.pod(), true, "OffloadRefused", message)) {
                heard.remove(key);
            }
        }
    }

    /** Whether it will be written. */
    private boolean write(MovablePod pod, boolean warning, String reason, String message) {
        String name = pod.name().substring(pod.name().indexOf('/') + 1);
        PodEvent event = new PodEvent(
                pod.workload().namespace(), name, pod.uid(), COMPONENT, warning, reason, "Offloading", message);
        try {
            thread.execute(() -> writer.write(event));
            return true;
        } catch (RejectedExecutionException full) {
            dropped.increment();
            return false;
        }
    }

    /** Writes what waits, for at most this long. */
    void stop(Duration flush) {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(flush.toNanos(), TimeUnit.NANOSECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException stopping) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
