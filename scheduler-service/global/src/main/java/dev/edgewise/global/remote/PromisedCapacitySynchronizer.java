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
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the promises that follow from the records of all requests, those of other replicas included: an attempt is
 * promised its capacity from the moment at which its record is written. A replica that starts finds the promises of
 * before.
 */
final class PromisedCapacitySynchronizer implements RequestListener, Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(PromisedCapacitySynchronizer.class);

    static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final int MOST_KNOWN = 100_000;

    private final RequestPreparation preparation;
    private final PromisedCapacity promised;
    private final Duration validity;
    private final Clock clock;
    /**
     * The attempts that were promised: memory keeps no manifests, so that each costs a read of its request, which is
     * done once.
     */
    private final Cache<String, Boolean> done;
    /**
     * The requests whose pods could not be read, by the holder of the promise that is to be made; used by the thread
     * alone.
     */
    private final Map<String, GlobalRequest> unread = new HashMap<>();

    private final Duration retryAfter;
    /** Manifests are read here, some from the API server: the watch must not wait for them. */
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "promises");
        made.setDaemon(true);
        return made;
    });

    /**
     * @param validity of a promise
     * @param retryAfter time after which the pods of a request are read again that could not be read
     */
    PromisedCapacitySynchronizer(
            RequestPreparation preparation,
            PromisedCapacity promised,
            Duration validity,
            Duration retryAfter,
            Clock clock,
            Ticker ticker) {
        this.retryAfter = retryAfter;
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
            thread.execute(() -> run(task));
        } catch (RejectedExecutionException stopping) {
            LOG.debug("Promises are not kept any more, as the service stops");
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException unexpected) {
            LOG.error("The promises of a request cannot be kept", unexpected);
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
            unread.remove(holder);
            return;
        }
        try {
            promised.promise(attempt.cluster(), holder, preparation.of(request).shapes(), attempt.startedAt());
            done.put(holder, true);
            unread.remove(holder);
        } catch (BusyException unanswered) {
            LOG.debug("The pods of a request cannot be read now; request={}", request.key(), unanswered);
            if (unread.put(holder, request) == null && !thread.isShutdown()) {
                thread.schedule(() -> run(() -> retry(holder)), retryAfter.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    /** Makes the promise by the last known version of the request, unless it was released meanwhile. */
    private void retry(String holder) {
        GlobalRequest request = unread.remove(holder);
        if (request != null) {
            request.status().attempts().stream()
                    .filter(attempt -> holder(request, attempt).equals(holder))
                    .forEach(attempt -> update(request, attempt));
        }
    }

    private void release(GlobalRequest request, Attempt attempt) {
        String holder = holder(request, attempt);
        unread.remove(holder);
        promised.release(attempt.cluster(), holder);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
