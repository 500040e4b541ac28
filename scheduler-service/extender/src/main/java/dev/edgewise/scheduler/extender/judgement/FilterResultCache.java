package dev.edgewise.scheduler.extender.judgement;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.extender.buffer.ByteRange;
import dev.edgewise.scheduler.extender.buffer.RequestBody;
import dev.edgewise.scheduler.extender.wire.ExpectedPrioritizeRequest;
import dev.edgewise.scheduler.extender.wire.ExtenderRequest;
import dev.edgewise.scheduler.extender.wire.IndexRange;
import dev.edgewise.scheduler.framework.Rejection;
import java.lang.ref.SoftReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the evaluation of the last filter request for the prioritize request that follows: a kube-scheduler has the
 * nodes that passed scored at once, and sends the same pod with them. It serves one request only. Thread-safe.
 */
final class FilterResultCache {
    /** The maximum age of a result in nanoseconds, that of a snapshot. */
    private static final long MAX_AGE = Duration.ofMillis(100).toNanos();

    /**
     * The number of missing prioritize requests after which none is expected: a kube-scheduler whose extender has no
     * {@code prioritizeVerb} sends none.
     */
    private static final int MAX_MISSING_REQUESTS = 16;

    private final Ticker ticker;
    /** The number of kept results since the last prioritize request. */
    private final AtomicInteger missingRequests = new AtomicInteger();

    private final AtomicReference<@Nullable CachedResult> last = new AtomicReference<>();

    /**
     * The result for one request.
     *
     * @param next the expected request; null if none can be
     * @param body holds the pod at that part
     * @param evaluation the evaluation, which holds the whole cluster: no later request may need it
     */
    private record CachedResult(
            @Nullable ExtenderRequest next,
            RequestBody body,
            ByteRange pod,
            SoftReference<ExtenderNodeEvaluator> evaluation,
            long since) {
        boolean isForPodOf(ExtenderRequest request) {
            return request.body().has(request.pod().part(), body, pod);
        }
    }

    FilterResultCache(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * Keeps the result if a prioritize request may follow: for fewer than two nodes none does.
     *
     * @param rejections as in the answer
     */
    void keep(ExtenderRequest filtered, @Nullable Rejection[] rejections, ExtenderNodeEvaluator evaluation) {
        List<IndexRange> passed = IndexRange.passed(rejections);
        boolean isChoice = passed.stream().mapToInt(IndexRange::size).sum() > 1;
        if (!isChoice || missingRequests.get() >= MAX_MISSING_REQUESTS) {
            last.set(null);
            return;
        }
        missingRequests.incrementAndGet();
        ExtenderRequest next = ExpectedPrioritizeRequest.after(filtered, passed);
        if (next != null) {
            evaluation.expect(next.names(), passed);
            last.set(kept(next, next.body(), next.pod().part(), evaluation));
        } else if (filtered.pod().part().length() <= ExpectedPrioritizeRequest.MAX_BYTES) {
            RequestBody pod = filtered.body().copy(filtered.pod().part());
            last.set(kept(null, pod, pod.from(0), evaluation));
        } else {
            last.set(null);
        }
    }

    private CachedResult kept(
            @Nullable ExtenderRequest next, RequestBody body, ByteRange pod, ExtenderNodeEvaluator evaluation) {
        return new CachedResult(next, body, pod, new SoftReference<>(evaluation), ticker.nanos());
    }

    /** Returns the expected request if the body equals it to the byte; else null. */
    @Nullable
    ExtenderRequest expected(RequestBody body) {
        CachedResult kept = last.get();
        ExtenderRequest next = kept == null ? null : kept.next();
        return next != null && body.has(body.from(0), next.body(), next.body().from(0)) ? next : null;
    }

    /** Returns the last result if it is recent and for the same pod to the byte; else null. */
    @Nullable
    ExtenderNodeEvaluator take(ExtenderRequest request) {
        missingRequests.set(0);
        CachedResult kept = last.getAndSet(null);
        return kept != null && ticker.nanos() - kept.since() <= MAX_AGE && kept.isForPodOf(request)
                ? kept.evaluation().get()
                : null;
    }
}
