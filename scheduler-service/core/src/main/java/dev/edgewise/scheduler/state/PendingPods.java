package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodVersion;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The pods that have no node, for any scheduler, each in the version that the watch showed last: a receiver of that
 * version need not parse it again. Also reports when a pod is placed or gone. {@link ClusterState} has them too, but
 * without versions, as they will be once bound or nominated, and behind a lock. Thread-safe, without a lock for
 * readers.
 */
public final class PendingPods {
    private final Map<PodKey, Pending> byKey = new ConcurrentHashMap<>();
    private final boolean isAsked;
    private volatile Consumer<String> settled = ignored -> {};

    private record Pending(Pod pod, String resourceVersion) {
        boolean isVersion(PodVersion asked) {
            return pod.uid().equals(asked.uid()) && resourceVersion.equals(asked.resourceVersion());
        }
    }

    /** @param isAsked whether there are readers: if not, no pod is kept */
    public PendingPods(boolean isAsked) {
        this.isAsked = isAsked;
    }

    /**
     * @param listener takes the uid of each pod that the watch shows with a node, as often as it does, and of each that
     *     waited and is gone; just before the state has it
     */
    public void whenSettled(Consumer<String> listener) {
        settled = listener;
    }

    /** The watch shows a pod: it is kept if it has no node, in place of what it was before. */
    public void put(Pod pod, @Nullable String resourceVersion) {
        boolean waits = pod.spec().nodeName() == null;
        if (isAsked && waits && resourceVersion != null) {
            byKey.put(pod.key(), new Pending(pod, resourceVersion));
        } else {
            byKey.remove(pod.key());
        }
        if (!waits) {
            settled.accept(pod.uid());
        }
    }

    /** The pod is not there any more, or cannot be read as a whole. */
    public void remove(PodKey key) {
        Pending gone = byKey.remove(key);
        if (gone != null) {
            settled.accept(gone.pod().uid());
        }
    }

    /** Returns the pod if the watch showed it last in that version; null otherwise. */
    public @Nullable Pod find(PodVersion asked) {
        Pending pending = byKey.get(asked.key());
        return pending != null && pending.isVersion(asked) ? pending.pod() : null;
    }

    /** Returns whether the watch shows that pod as one without a node, in whatever version. */
    public boolean isShown(Pod pod) {
        Pending pending = byKey.get(pod.key());
        return pending != null && pending.pod().uid().equals(pod.uid());
    }
}
