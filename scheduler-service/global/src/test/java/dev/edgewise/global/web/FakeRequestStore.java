package dev.edgewise.global.web;

import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestSpec;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.global.view.RequestListener;
import dev.edgewise.global.view.RequestStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Requests in memory, each write with a version of its own. */
public class FakeRequestStore implements RequestStore {
    public static final Instant START = Instant.parse("2026-11-29T00:00:00Z");

    private final Map<RequestKey, GlobalRequest> requests = new TreeMap<>();
    private final Map<RequestKey, String> fingerprints = new TreeMap<>();
    private final List<RequestListener> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean synced = true;
    private long version;

    public void setSynced(boolean synced) {
        this.synced = synced;
    }

    @Override
    public boolean isSynced() {
        return synced;
    }

    @Override
    public synchronized List<GlobalRequest> requests() {
        return new ArrayList<>(requests.values());
    }

    @Override
    public synchronized @Nullable GlobalRequest request(RequestKey key) {
        return requests.get(key);
    }

    @Override
    public Created create(RequestKey key, RequestSpec spec, String fingerprint) {
        GlobalRequest request;
        synchronized (this) {
            GlobalRequest before = requests.get(key);
            if (before != null) {
                return new Created(before, false, fingerprints.getOrDefault(key, ""));
            }
            fingerprints.put(key, fingerprint);
            request = new GlobalRequest(key, "uid-" + key.name(), "0", 1, START, false, spec, null, RequestStatus.NEW);
        }
        return new Created(put(request), true, fingerprint);
    }

    @Override
    public @Nullable GlobalRequest stored(RequestKey key) {
        return request(key);
    }

    /** Stores the request with the next version. */
    public GlobalRequest put(GlobalRequest request) {
        GlobalRequest stored;
        synchronized (this) {
            stored = new GlobalRequest(
                    request.key(),
                    request.uid(),
                    Long.toString(++version),
                    request.generation(),
                    request.createdAt(),
                    request.deleting(),
                    request.spec(),
                    request.problem(),
                    request.status());
            requests.put(request.key(), stored);
        }
        listeners.forEach(listener -> listener.changed(stored));
        return stored;
    }

    public GlobalRequest put(RequestKey key, RequestStatus status) {
        GlobalRequest before = requests.get(key);
        return put(new GlobalRequest(
                key,
                before.uid(),
                "",
                before.generation(),
                before.createdAt(),
                before.deleting(),
                before.spec(),
                before.problem(),
                status));
    }

    @Override
    public @Nullable GlobalRequest cancel(RequestKey key) {
        GlobalRequest before = request(key);
        if (before == null) {
            return null;
        }
        RequestSpec spec = before.spec();
        return put(new GlobalRequest(
                key,
                before.uid(),
                "",
                before.generation() + 1,
                before.createdAt(),
                before.deleting(),
                new RequestSpec(
                        spec.manifests(),
                        spec.policy(),
                        spec.clusters(),
                        spec.priority(),
                        spec.readyWithin(),
                        spec.deadline(),
                        spec.onUnreachable(),
                        spec.callback(),
                        spec.targetNamespace(),
                        spec.serviceAccount(),
                        true),
                before.problem(),
                before.status()));
    }

    @Override
    public boolean delete(RequestKey key) {
        GlobalRequest before;
        synchronized (this) {
            before = requests.remove(key);
            fingerprints.remove(key);
        }
        if (before != null) {
            listeners.forEach(listener -> listener.deleted(before));
        }
        return before != null;
    }

    public synchronized void clear() {
        requests.clear();
        fingerprints.clear();
    }

    @Override
    public void listen(RequestListener listener) {
        listeners.add(listener);
    }
}
