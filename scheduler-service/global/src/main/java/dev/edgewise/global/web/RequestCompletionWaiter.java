package dev.edgewise.global.web;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.view.RequestListener;
import dev.edgewise.global.view.RequestStore;
import dev.edgewise.global.web.RequestSubscriptions.Subscription;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.server.ResponseStatusException;

/** Holds answers until their request has ended, without a thread that waits. */
final class RequestCompletionWaiter {
    /** Answers that are held at a time; further ones are given at once. */
    static final int MOST = 200;

    private final RequestStore store;
    private final RequestSubscriptions subscriptions;
    private final Semaphore free = new Semaphore(MOST);

    RequestCompletionWaiter(RequestStore store, RequestSubscriptions subscriptions) {
        this.store = store;
        this.subscriptions = subscriptions;
    }

    /**
     * Answers as soon as the request has ended or is deleted, or after that time.
     *
     * @param answer the answer for the request as it is then
     */
    <T> DeferredResult<T> answer(GlobalRequest request, Duration longest, Function<GlobalRequest, T> answer) {
        DeferredResult<T> result = new DeferredResult<>(Math.max(1, longest.toMillis()));
        if (longest.isZero() || isOver(request) || !free.tryAcquire()) {
            result.setResult(answer.apply(request));
            return result;
        }
        Wait<T> wait = new Wait<>(result, answer, request);
        Subscription subscription = subscriptions.follow(request.key(), wait);
        AtomicBoolean open = new AtomicBoolean(true);
        result.onTimeout(wait::end);
        result.onCompletion(() -> {
            if (open.getAndSet(false)) {
                subscription.close();
                free.release();
            }
        });
        // The request may have ended before there was a subscription.
        GlobalRequest now = latest(request);
        if (isOver(now)) {
            wait.changed(now);
        }
        return result;
    }

    /** Returns the request as it is known. It may wait for the API server, which the thread of the watch must not. */
    private GlobalRequest latest(GlobalRequest request) {
        try {
            GlobalRequest now = store.request(request.key());
            return now == null ? request : now;
        } catch (BusyException | ResponseStatusException unanswered) {
            // It is watched soon, and the watch brings its end.
            return request;
        }
    }

    /** An answer that is held until the request has ended, by the changes of the watch alone. */
    private static final class Wait<T> implements RequestListener {
        private final DeferredResult<T> result;
        private final Function<GlobalRequest, T> answer;
        private volatile GlobalRequest latest;

        Wait(DeferredResult<T> result, Function<GlobalRequest, T> answer, GlobalRequest request) {
            this.result = result;
            this.answer = answer;
            this.latest = request;
        }

        @Override
        public void changed(GlobalRequest request) {
            latest = request;
            if (isOver(request)) {
                end();
            }
        }

        @Override
        public void deleted(GlobalRequest last) {
            latest = last;
            end();
        }

        void end() {
            result.setResult(answer.apply(latest));
        }
    }

    private static boolean isOver(GlobalRequest request) {
        return request.status().phase().isFinal();
    }
}
