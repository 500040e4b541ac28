package dev.edgewise.sandbox.run;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.concurrent.TimeUnit;

/** Takes a run's workloads off a cluster that lives on, and waits until their pods are gone. */
record WorkloadRemoval(Workloads workloads, KubernetesClient client, String run) implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    @Override
    public void close() {
        workloads.delete();
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        try {
            while (podsLeft() && System.nanoTime() - deadline < 0) {
                TimeUnit.MILLISECONDS.sleep(200);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean podsLeft() {
        return !client.pods()
                .inAnyNamespace()
                .withLabel(Workloads.RUN, run)
                .list()
                .getItems()
                .isEmpty();
    }
}
