package dev.edgewise.scheduler.extender;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.extender.Body.Part;
import java.lang.ref.SoftReference;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what the last pod's filtering was answered from for the question that follows: a kube-scheduler has the nodes that passed
 * scored at once, and sends the same pod with them. It is given to one question only. Thread-safe.
 */
final class Handover {
    /** As old as a snapshot may be. */
    private static final long KEPT = Duration.ofMillis(100).toNanos();

    private final Ticker ticker;
    private final AtomicReference<@Nullable Kept> last = new AtomicReference<>();

    /**
     * For one question.
     *
     * @param pod as it was sent
     * @param judging which holds the whole cluster: it may be the last one that is asked for
     */
    private record Kept(Body pod, SoftReference<Judging> judging, long since) {}

    Handover(Ticker ticker) {
        this.ticker = ticker;
    }

    /** @param pod where it stands in the body */
    void keep(Body body, Part pod, Judging judging) {
        last.set(new Kept(body.copy(pod), new SoftReference<>(judging), ticker.nanos()));
    }

    /** What was kept last, if that was a moment ago and for the same pod to the byte; else null. */
    @Nullable
    Judging take(Body body, Part pod) {
        Kept kept = last.getAndSet(null);
        return kept != null && ticker.nanos() - kept.since() <= KEPT && body.has(pod, kept.pod())
                ? kept.judging().get()
                : null;
    }
}
