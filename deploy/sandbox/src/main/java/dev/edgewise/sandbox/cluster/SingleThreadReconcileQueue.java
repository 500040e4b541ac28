package dev.edgewise.sandbox.cluster;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.HttpURLConnection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reconciles one key after the other on one thread. A key that is already waiting is not added again; one that failed
 * is tried again a second later. One bad key never stops the rest.
 */
public final class SingleThreadReconcileQueue implements AutoCloseable {
    private static final Logger LOG = System.getLogger(SingleThreadReconcileQueue.class.getName());

    private static final long RETRY_MS = 1000;
    private static final long RACE_RETRY_MS = 50;

    private final Set<String> waiting = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService thread;
    private final Consumer<String> reconcile;

    public SingleThreadReconcileQueue(String name, Consumer<String> reconcile) {
        this.reconcile = reconcile;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread created = new Thread(task, name);
            created.setDaemon(true);
            return created;
        });
    }

    public void add(String key) {
        add(key, 0);
    }

    private void add(String key, long delayMs) {
        if (!waiting.add(key)) {
            return;
        }
        try {
            thread.schedule(() -> run(key), delayMs, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "closed: {0} is not reconciled", key);
        }
    }

    private void run(String key) {
        waiting.remove(key);
        try {
            reconcile.accept(key);
        } catch (RuntimeException e) {
            if (thread.isShutdown()) {
                return;
            }
            boolean lostRace = e instanceof KubernetesClientException refused
                    && refused.getCode() == HttpURLConnection.HTTP_CONFLICT;
            LOG.log(lostRace ? Level.DEBUG : Level.WARNING, "reconciling " + key + " failed, trying again", e);
            add(key, lostRace ? RACE_RETRY_MS : RETRY_MS);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
