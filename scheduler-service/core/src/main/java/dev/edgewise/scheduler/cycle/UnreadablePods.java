package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Pods that wait for us, but hold a field that cannot be read: they are not tried, as they might be placed where that
 * field forbids it, and their owners learn which field it is. The replica that decides announces this, once for each
 * problem.
 */
public final class UnreadablePods implements PodMistakeReporter {
    private static final int MOST = 10_000;

    private final BiConsumer<Pod, String> recorder;
    private final Map<PodKey, Problem> waiting = new HashMap<>();
    private boolean deciding;

    private record Problem(Pod pod, String message) {
        boolean isSameAs(Problem other) {
            return pod.isSameAs(other.pod) && message.equals(other.message);
        }
    }

    /** @param recorder takes a pod and the message for its owner; must not block */
    public UnreadablePods(BiConsumer<Pod, String> recorder) {
        this.recorder = recorder;
    }

    @Override
    public synchronized void begin() {
        deciding = true;
        waiting.values().forEach(this::announce);
    }

    @Override
    public synchronized void end() {
        deciding = false;
    }

    synchronized void put(Pod pod, String message) {
        Problem problem = new Problem(pod, message);
        Problem known = waiting.get(pod.key());
        if (known == null ? waiting.size() >= MOST : known.isSameAs(problem)) {
            return;
        }
        waiting.put(pod.key(), problem);
        if (deciding) {
            announce(problem);
        }
    }

    synchronized void remove(PodKey key) {
        waiting.remove(key);
    }

    private void announce(Problem problem) {
        recorder.accept(problem.pod(), "the pod cannot be read: " + problem.message());
    }
}
