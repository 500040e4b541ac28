package dev.edgewise.scheduler.extender;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.pipeline.Rejection;
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
     * @param judging which holds the whole cluster: it may be the last one that is asked for
     */
    private record Kept(ExpectedQuestion question, SoftReference<Judging> judging, long since) {}

    Handover(Ticker ticker) {
        this.ticker = ticker;
    }

    /** @param rejections as they are answered */
    void keep(Question filtered, @Nullable Rejection[] rejections, Judging judging) {
        ExpectedQuestion expected = ExpectedQuestion.after(filtered, rejections);
        last.set(new Kept(expected, new SoftReference<>(judging), ticker.nanos()));
    }

    /** The question that a body is, if it is the one that was expected, to the byte; else null. */
    @Nullable
    Question expected(Body body) {
        Kept kept = last.get();
        return kept == null ? null : kept.question().in(body);
    }

    /** What was kept last, if that was a moment ago and for the same pod to the byte; else null. */
    @Nullable
    Judging take(Question question) {
        Kept kept = last.getAndSet(null);
        return kept != null
                        && ticker.nanos() - kept.since() <= KEPT
                        && kept.question().isAboutPodOf(question)
                ? kept.judging().get()
                : null;
    }
}
