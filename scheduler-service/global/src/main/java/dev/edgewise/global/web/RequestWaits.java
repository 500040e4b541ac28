package dev.edgewise.global.web;

import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.view.RequestStore;
import dev.edgewise.global.web.RequestSubscriptions.Subscription;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.springframework.web.context.request.async.DeferredResult;

/** Holds answers until their request has ended, without a thread that waits. */
final class RequestWaits {
    /** Answers that are held at a time; further ones are given at once. */
    static final int MOST = 200;

    private final RequestStore store;
    private final RequestSubscriptions subscriptions;
    private final Semaphore free = new Semaphore(MOST);

    RequestWaits(RequestStore store, RequestSubscriptions subscriptions) {
        this.store = store;
        this.subscriptions = subscriptions;
    }

    /**
     * Answers as soon as the request has ended, or after that time.
     *
     * @param answer the answer for the request as it is then
     */
    <T> DeferredResult<T> answer(GlobalRequest request, Duration longest, Function<GlobalRequest, T> answer) {
        DeferredResult<T> result = new DeferredResult<>(Math.max(1, longest.toMillis()));
        if (longest.isZero() || isOver(request) || !free.tryAcquire()) {
            result.setResult(answer.apply(request));
            return result;
        }
        RequestKey key = request.key();
        Subscription subscription = subscriptions.follow(key, () -> setIfOver(result, key, request, answer));
        AtomicBoolean open = new AtomicBoolean(true);
        result.onTimeout(() -> result.setResult(answer.apply(latest(key, request))));
        result.onCompletion(() -> {
            if (open.getAndSet(false)) {
                subscription.close();
                free.release();
            }
        });
        setIfOver(result, key, request, answer);
        return result;
    }

    private <T> void setIfOver(
            DeferredResult<T> result, RequestKey key, GlobalRequest before, Function<GlobalRequest, T> answer) {
        GlobalRequest now = latest(key, before);
        if (isOver(now)) {
            result.setResult(answer.apply(now));
        }
    }

    /** Returns what is watched; the request as it was if it is not watched any more. */
    private GlobalRequest latest(RequestKey key, GlobalRequest before) {
        GlobalRequest now = store.request(key);
        return now == null ? before : now;
    }

    private static boolean isOver(GlobalRequest request) {
        return request.status().phase().isFinal();
    }
}
