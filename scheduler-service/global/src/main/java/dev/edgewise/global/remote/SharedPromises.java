package dev.edgewise.global.remote;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.global.cluster.PromisedCapacity;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.view.RequestListener;
import java.io.Closeable;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the promises that follow from the records of all requests, those of other replicas included: an attempt is promised its capacity from the moment at which its
 * record is written. A replica that starts finds the promises of before.
 */
final class SharedPromises implements RequestListener, Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedPromises.class);

    private static final int MOST_KNOWN = 100_000;

    private final RequestPreparation preparation;
    private final PromisedCapacity promised;
    private final Duration validity;
    private final Clock clock;
    /** The attempts that were promised: memory keeps no manifests, so that each costs a read of its request, which is done once. */
    private final Cache<String, Boolean> done;
    /** Manifests are read here, some from the API server: the watch must not wait for them. */
    private final ExecutorService thread = MemberThreads.bounded("promises", 1);

    /** @param validity of a promise */
    SharedPromises(
            RequestPreparation preparation, PromisedCapacity promised, Duration validity, Clock clock, Ticker ticker) {
        this.preparation = preparation;
        this.promised = promised;
        this.validity = validity;
        this.clock = clock;
        this.done = Caffeine.newBuilder()
                .maximumSize(MOST_KNOWN)
                .expireAfterWrite(validity)
                .ticker(ticker::nanos)
                .executor(Runnable::run)
                .build();
    }

    /** Returns the holder of an attempt's promise. */
    static String holder(GlobalRequest request, Attempt attempt) {
        return request.uid() + "/" + attempt.number();
    }

    @Override
    public void changed(GlobalRequest request) {
        if (!request.status().attempts().isEmpty()) {
            execute(() -> request.status().attempts().forEach(attempt -> update(request, attempt)));
        }
    }

    @Override
    public void deleted(GlobalRequest last) {
        execute(() -> last.status().attempts().forEach(attempt -> release(last, attempt)));
    }

    private void execute(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException stopping) {
            LOG.debug("Promises are not kept any more, as the service stops");
        }
    }

    private void update(GlobalRequest request, Attempt attempt) {
        AttemptPhase phase = attempt.phase();
        if (phase == AttemptPhase.TRYING || phase == AttemptPhase.READY) {
            promise(request, attempt);
        }
        if (phase == AttemptPhase.READY) {
            promised.seen(attempt.cluster(), holder(request, attempt), attempt.since());
        }
        if (phase == AttemptPhase.CLEANED || phase == AttemptPhase.ABANDONED) {
            release(request, attempt);
        }
    }

    private void promise(GlobalRequest request, Attempt attempt) {
        String holder = holder(request, attempt);
        boolean isOver = !clock.instant().isBefore(attempt.startedAt().plus(validity));
        if (isOver || done.getIfPresent(holder) != null) {
            return;
        }
        try {
            promised.promise(attempt.cluster(), holder, preparation.of(request).shapes(), attempt.startedAt());
            done.put(holder, true);
        } catch (BusyException unanswered) {
            LOG.debug("The pods of a request cannot be read now; request={}", request.key(), unanswered);
        }
    }

    private void release(GlobalRequest request, Attempt attempt) {
        promised.release(attempt.cluster(), holder(request, attempt));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
