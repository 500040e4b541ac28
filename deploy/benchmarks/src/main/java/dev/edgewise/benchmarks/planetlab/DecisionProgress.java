package dev.edgewise.benchmarks.planetlab;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Waits until all pods are decided and nothing changes any more. */
final class DecisionProgress {
    /** Time without changes after which the run is over: rejected pods are retried at once when capacity appears. */
    private static final Duration QUIET = Duration.ofSeconds(10);

    private final SharedIndexInformer<Pod> pods;
    private final PrintStream out;
    private final Duration limit;

    DecisionProgress(SharedIndexInformer<Pod> pods, PrintStream out, Duration limit) {
        this.pods = pods;
        this.out = out;
        this.limit = limit;
    }

    /**
     * The moment ({@link System#nanoTime}) of the last decision; all pods are decided then, or the limit has passed.
     */
    long awaitDecided(int wanted) throws InterruptedException {
        long start = System.nanoTime();
        long changedAt = start;
        long lastBound = -1;
        long lastDecided = -1;
        while (System.nanoTime() - start < limit.toNanos()) {
            List<VerifiedPodPlacement> now =
                    pods.getStore().list().stream().map(ApiObjects::placement).toList();
            long bound = now.stream().filter(pod -> pod.node() != null).count();
            long decided = now.stream().filter(VerifiedPodPlacement::isDecided).count();
            if (bound != lastBound || decided != lastDecided) {
                changedAt = System.nanoTime();
                out.printf("%d pods, %d decided, %d bound%n", now.size(), decided, bound);
            }
            if (decided == wanted && System.nanoTime() - changedAt > QUIET.toNanos()) {
                break;
            }
            lastBound = bound;
            lastDecided = decided;
            TimeUnit.MILLISECONDS.sleep(500);
        }
        return changedAt;
    }
}
