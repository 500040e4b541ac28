package dev.edgewise.global.kubernetes;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.view.RequestListener;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The requests that this replica knows: as they are watched, and at once as it has written them itself. Thread-safe.
 */
final class GlobalRequestCache {
    /**
     * The time for which an own write counts as newer than an older version that the watch brings; afterwards the API
     * server may have been restored from a backup.
     */
    private static final Duration OWN_WRITES = Duration.ofSeconds(10);

    /**
     * The time for which the uid of a request that is gone is kept: an answer to a write that was sent before may come
     * after the watch has shown that it is gone.
     */
    private static final Duration LATE_ANSWERS = Duration.ofMinutes(1);

    private final RecentManifests manifests;
    private final Ticker ticker;
    private final Map<RequestKey, Known> requests = new ConcurrentSkipListMap<>();
    /** When requests have gone, by uid, in their order. */
    private final Map<String, Long> gone = new LinkedHashMap<>();

    private final List<RequestListener> listeners = new CopyOnWriteArrayList<>();

    /**
     * A request with the object that it was read from, of which metadata and status are left.
     *
     * @param written when this replica has written it; null if the watch brought it
     */
    record Known(GlobalRequest request, GlobalRequestObject object, @Nullable Long written) {}

    GlobalRequestCache(RecentManifests manifests, Ticker ticker) {
        this.manifests = manifests;
        this.ticker = ticker;
    }

    void listen(RequestListener listener) {
        listeners.add(listener);
    }

    /** Takes an object that the watch brings. */
    synchronized void watched(GlobalRequestObject object) {
        GlobalRequest request = RequestReader.read(object);
        Known before = requests.get(request.key());
        if (before != null && isOlderThanOwn(request, before)) {
            return;
        }
        gone.remove(request.uid());
        keepManifests(before, request, object);
        requests.put(request.key(), new Known(request, object.lean(), null));
        if (before == null || !before.request().equals(request)) {
            listeners.forEach(listener -> listener.changed(request));
        }
    }

    /**
     * Takes an object as the API server has answered to a write, unless it is gone by that write or since; returns it
     * as it was read.
     */
    synchronized GlobalRequest written(GlobalRequestObject object) {
        GlobalRequest request = RequestReader.read(object);
        Known before = requests.get(request.key());
        boolean isRemoved =
                object.deleting() && object.getMetadata().getFinalizers().isEmpty();
        boolean isGone = before == null && (isRemoved || gone.containsKey(request.uid()));
        if (!isGone && (before == null || version(request) > version(before.request()))) {
            keepManifests(before, request, object);
            requests.put(request.key(), new Known(request, object.lean(), ticker.nanos()));
            listeners.forEach(listener -> listener.changed(request));
        }
        return request;
    }

    /** Once they were read, they are not kept again. */
    private void keepManifests(@Nullable Known before, GlobalRequest request, GlobalRequestObject object) {
        if (before == null || !before.request().uid().equals(request.uid())) {
            manifests.add(request, object);
        }
    }

    synchronized void gone(String namespace, String name) {
        Known before = requests.remove(new RequestKey(namespace, name));
        if (before != null) {
            Iterator<Long> oldest = gone.values().iterator();
            while (oldest.hasNext() && ticker.since(oldest.next()).compareTo(LATE_ANSWERS) > 0) {
                oldest.remove();
            }
            gone.put(before.request().uid(), ticker.nanos());
            manifests.remove(before.request().uid());
            listeners.forEach(listener -> listener.deleted(before.request()));
        }
    }

    @Nullable
    Known find(RequestKey key) {
        return requests.get(key);
    }

    List<GlobalRequest> all() {
        return requests.values().stream().map(Known::request).toList();
    }

    private boolean isOlderThanOwn(GlobalRequest request, Known before) {
        Long written = before.written();
        return written != null
                && ticker.since(written).compareTo(OWN_WRITES) < 0
                && request.uid().equals(before.request().uid())
                && version(request) < version(before.request());
    }

    private static long version(GlobalRequest request) {
        try {
            return Long.parseLong(request.resourceVersion());
        } catch (NumberFormatException opaque) {
            return 0;
        }
    }
}
