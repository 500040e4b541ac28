package dev.edgewise.sandbox.run;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The pods of a run, followed event by event, so that no moment with too few of them is missed. */
final class FunctionPods {
    /** Pods by UID. */
    private final Map<String, Facts> pods = new HashMap<>();
    /** Pods that were asked to go since the last look, by UID. */
    private final Set<String> leaving = new HashSet<>();

    private int least = Integer.MAX_VALUE;
    private boolean counting;

    /**
     * A pod.
     *
     * @param node empty if it has none
     * @param ready whether it serves, and is not being deleted
     */
    record Facts(String uid, String node, boolean ready, boolean leaving) {
        static Facts of(Pod pod) {
            boolean leaving = pod.getMetadata().getDeletionTimestamp() != null;
            boolean ready = pod.getStatus() != null
                    && pod.getStatus().getConditions().stream()
                            .anyMatch(condition -> condition.getType().equals("Ready")
                                    && condition.getStatus().equals("True"));
            String node = pod.getSpec().getNodeName();
            return new Facts(pod.getMetadata().getUid(), node == null ? "" : node, ready && !leaving, leaving);
        }
    }

    /** Follows the pods of a run until what is returned is closed. */
    SharedIndexInformer<Pod> follow(KubernetesClient client, String run) {
        return client.pods().inAnyNamespace().withLabel(Workloads.RUN, run).inform(new Follower());
    }

    synchronized int ready() {
        return (int) pods.values().stream().filter(Facts::ready).count();
    }

    /**
     * Waits until this many are ready, which each event of a pod may bring.
     *
     * @throws SandboxException if they are not ready within that time
     */
    synchronized void awaitReady(int count, Duration limit, Progress.Step step) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (int ready = ready(); ready < count; ready = ready()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw SandboxException.failure(
                        ready + " of " + count + " pods were ready within " + limit.toSeconds() + " s");
            }
            step.update(ready + " of " + count + " ready");
            wait(left);
        }
    }

    /** Number of pods that are on a node and not being deleted. */
    synchronized int on(String node) {
        return (int) pods.values().stream()
                .filter(pod -> pod.node().equals(node) && !pod.leaving())
                .count();
    }

    /** Resets the least number of ready pods, which counts from now on. */
    synchronized void countFromNow() {
        counting = true;
        least = ready();
        leaving.clear();
    }

    synchronized int leastReady() {
        return least;
    }

    /** UIDs of the pods that are there and not being deleted. */
    synchronized Set<String> present() {
        Set<String> present = new HashSet<>();
        pods.values().stream().filter(pod -> !pod.leaving()).forEach(pod -> present.add(pod.uid()));
        return present;
    }

    /** UIDs of the pods that were asked to go since this was called last. */
    synchronized Set<String> takeLeaving() {
        Set<String> taken = new HashSet<>(leaving);
        leaving.clear();
        return taken;
    }

    synchronized void put(Facts facts) {
        Facts before = pods.put(facts.uid(), facts);
        if (facts.leaving() && (before == null || !before.leaving())) {
            leaving.add(facts.uid());
        }
        count();
    }

    synchronized void remove(String uid) {
        Facts before = pods.remove(uid);
        if (before != null && !before.leaving()) {
            leaving.add(before.uid());
        }
        count();
    }

    private void count() {
        notifyAll();
        if (counting) {
            least = Math.min(least, ready());
        }
    }

    private final class Follower implements ResourceEventHandler<Pod> {
        @Override
        public void onAdd(Pod pod) {
            put(Facts.of(pod));
        }

        @Override
        public void onUpdate(Pod before, Pod after) {
            put(Facts.of(after));
        }

        @Override
        public void onDelete(Pod pod, boolean unknown) {
            remove(pod.getMetadata().getUid());
        }
    }
}
