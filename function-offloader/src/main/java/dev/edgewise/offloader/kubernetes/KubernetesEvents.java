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
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** Writes events one after the other; what does not fit into its queue is counted, and dropped. */
final class KubernetesEvents implements OffloadEvents {
    private static final String COMPONENT = "function-offloader";
    private static final int MOST_WAITING = 1_000;
    private static final int MOST_HEARD = 100_000;
    private static final Duration HEARD_FOR = Duration.ofHours(1);

    private final EventWriter writer;
    private final ThreadPoolExecutor thread;
    /** Pods and reasons of which there was an event lately. */
    private final Map<String, Boolean> heard;

    KubernetesEvents(EventWriter writer, Counter dropped, Ticker ticker) {
        this.writer = writer;
        CustomizableThreadFactory daemons = new CustomizableThreadFactory("offload-events-");
        daemons.setDaemon(true);
        this.thread = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                daemons,
                (event, full) -> dropped.increment());
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

    /** That it is not sure yet says nothing to a pod's user. */
    @Override
    public void refused(Verdict stay) {
        Refusal refusal = stay.refusal();
        if (refusal == null || refusal.reason() == Reason.NOT_YET_SURE) {
            return;
        }
        if (heard.putIfAbsent(stay.pod().uid() + refusal.reason(), true) == null) {
            String message =
                    "Would be better on " + stay.target() + " (" + stay.why() + "), and stays: " + refusal.message();
            write(stay.pod(), true, "OffloadRefused", message);
        }
    }

    private void write(MovablePod pod, boolean warning, String reason, String message) {
        String name = pod.name().substring(pod.name().indexOf('/') + 1);
        PodEvent event = new PodEvent(
                pod.workload().namespace(), name, pod.uid(), COMPONENT, warning, reason, "Offloading", message);
        thread.execute(() -> writer.write(event));
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
