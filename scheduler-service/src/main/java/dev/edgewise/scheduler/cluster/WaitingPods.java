package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodVersion;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The pods that have no node, whoever schedules them, as they were seen last: who is sent one of them in the same version need not read it again.
 * Thread-safe, without a lock for readers.
 */
public final class WaitingPods {
    private final Map<PodKey, Waiting> byKey = new ConcurrentHashMap<>();

    private record Waiting(Pod pod, String resourceVersion) {
        boolean is(PodVersion asked) {
            return pod.uid().equals(asked.uid()) && resourceVersion.equals(asked.resourceVersion());
        }
    }

    /** A pod was seen: it is kept if it has no node, in place of what it was before. */
    public void seen(Pod pod, @Nullable String resourceVersion) {
        if (pod.spec().nodeName() == null && resourceVersion != null) {
            byKey.put(pod.key(), new Waiting(pod, resourceVersion));
        } else {
            gone(pod.key());
        }
    }

    /** The pod is not there any more, or cannot be read as a whole. */
    public void gone(PodKey key) {
        byKey.remove(key);
    }

    /** That version of the pod, if it was the one that was seen last; null otherwise. */
    public @Nullable Pod find(PodVersion asked) {
        Waiting waiting = byKey.get(asked.key());
        return waiting != null && waiting.is(asked) ? waiting.pod() : null;
    }
}
