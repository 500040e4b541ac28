package dev.edgewise.global.callback;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks of namespaces in turn: so many at a time in all, and so many of one namespace, so that slow addresses of
 * one do not stop the callbacks of the others. Thread-safe.
 */
final class NamespaceFairExecutor {
    private final Executor executor;
    private final int most;
    private final int mostOfOne;
    private final int mostWaiting;
    /** The namespaces with tasks, in the order of their turns. */
    private final Map<String, Lane> lanes = new LinkedHashMap<>();

    private int running;

    /** The tasks of one namespace. */
    private static final class Lane {
        final Queue<Runnable> waiting = new ArrayDeque<>();
        int running;
    }

    /**
     * @param most tasks at a time
     * @param mostOfOne tasks of one namespace at a time
     * @param mostWaiting tasks of one namespace that may wait
     */
    NamespaceFairExecutor(Executor executor, int most, int mostOfOne, int mostWaiting) {
        this.executor = executor;
        this.most = most;
        this.mostOfOne = mostOfOne;
        this.mostWaiting = mostWaiting;
    }

    /** Takes a task, which runs when its namespace has a turn. Returns false if too many of the namespace wait. */
    boolean offer(String namespace, Runnable task) {
        synchronized (this) {
            Lane lane = lanes.computeIfAbsent(namespace, name -> new Lane());
            if (lane.waiting.size() >= mostWaiting) {
                return false;
            }
            lane.waiting.add(task);
        }
        start();
        return true;
    }

    private void start() {
        for (Runnable next = take(); next != null; next = take()) {
            executor.execute(next);
        }
    }

    private synchronized @Nullable Runnable take() {
        if (running >= most) {
            return null;
        }
        for (Map.Entry<String, Lane> each : lanes.entrySet()) {
            Lane lane = each.getValue();
            if (lane.running < mostOfOne && !lane.waiting.isEmpty()) {
                return begin(each.getKey(), lane);
            }
        }
        return null;
    }

    /** Begins the next task of a namespace, whose turn after that comes when all others had theirs. */
    private Runnable begin(String namespace, Lane lane) {
        lanes.remove(namespace);
        lanes.put(namespace, lane);
        lane.running++;
        running++;
        Runnable task = lane.waiting.remove();
        return () -> {
            try {
                task.run();
            } finally {
                end(namespace);
                startAfterEnd();
            }
        };
    }

    private void startAfterEnd() {
        try {
            start();
        } catch (RejectedExecutionException stopping) {
            // The service stops: what waits is sent by the replica that takes over.
        }
    }

    private synchronized void end(String namespace) {
        Lane lane = Objects.requireNonNull(lanes.get(namespace));
        lane.running--;
        running--;
        if (lane.running == 0 && lane.waiting.isEmpty()) {
            lanes.remove(namespace);
        }
    }
}
