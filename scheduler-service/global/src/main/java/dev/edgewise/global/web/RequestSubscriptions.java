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
    private final Map<RequestKey, List<Runnable>> followers = new ConcurrentHashMap<>();

    /** A subscription, until it is closed. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    /** @param changed called after each change, in the thread of the watch: it must not wait */
    Subscription follow(RequestKey key, Runnable changed) {
        followers.compute(key, (same, before) -> {
            List<Runnable> all = before == null ? new CopyOnWriteArrayList<>() : before;
            all.add(changed);
            return all;
        });
        return () -> followers.computeIfPresent(key, (same, all) -> {
            all.remove(changed);
            return all.isEmpty() ? null : all;
        });
    }

    @Override
    public void changed(GlobalRequest request) {
        tell(request.key());
    }

    @Override
    public void deleted(GlobalRequest last) {
        tell(last.key());
    }

    private void tell(RequestKey key) {
        followers.getOrDefault(key, List.of()).forEach(Runnable::run);
    }
}
