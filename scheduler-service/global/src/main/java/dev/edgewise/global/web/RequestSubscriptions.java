package dev.edgewise.global.web;

import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.view.RequestListener;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tells those who follow one request that it has changed. Thread-safe. */
final class RequestSubscriptions implements RequestListener {
    private final Map<RequestKey, List<RequestListener>> followers = new ConcurrentHashMap<>();

    /** A subscription, until it is closed. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * @param follower called after each change, in the thread of the watch: it must not wait, nor read the request
     *     again
     */
    Subscription follow(RequestKey key, RequestListener follower) {
        followers.compute(key, (same, before) -> {
            List<RequestListener> all = before == null ? new CopyOnWriteArrayList<>() : before;
            all.add(follower);
            return all;
        });
        return () -> followers.computeIfPresent(key, (same, all) -> {
            all.remove(follower);
            return all.isEmpty() ? null : all;
        });
    }

    @Override
    public void changed(GlobalRequest request) {
        of(request.key()).forEach(follower -> follower.changed(request));
    }

    @Override
    public void deleted(GlobalRequest last) {
        of(last.key()).forEach(follower -> follower.deleted(last));
    }

    private List<RequestListener> of(RequestKey key) {
        return followers.getOrDefault(key, List.of());
    }
}
