package dev.edgewise.sandbox.cluster.kubelet;

import dev.edgewise.sandbox.cluster.ApiCallRateLimiter;
import dev.edgewise.sandbox.cluster.life.PodState;
import dev.edgewise.sandbox.cluster.life.PodStep;
import dev.edgewise.sandbox.cluster.life.SimulatedPodLife;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Moves the pods of all simulated nodes through their lives. The pod's object is the only state: each event decides the
 * next step again, each step writes with the version it was decided on, and a step that lost a race is decided again
 * from what won.
 */
final class SimulatedPods implements AutoCloseable {
    private static final Logger LOG = System.getLogger(SimulatedPods.class.getName());
    private static final int THREADS = 8;
    private static final long RETRY_MS = 500;

    /** A step that waits for its time. */
    private record Planned(PodStep step, ScheduledFuture<?> timer) {}

    private final KubernetesClient client;
    private final ApiCallRateLimiter budget;
    private final long seed;
    private final Clock clock;
    private final NodeFaults faults;
    private final Map<String, Planned> planned = new ConcurrentHashMap<>();
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(THREADS, task -> {
        Thread thread = new Thread(task, "simulated-pods");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable SharedIndexInformer<Pod> pods;

    SimulatedPods(KubernetesClient client, ApiCallRateLimiter budget, long seed, Clock clock, NodeFaults faults) {
        this.client = client;
        this.budget = budget;
        this.seed = seed;
        this.clock = clock;
        this.faults = faults;
    }

    void start() {
        pods = client.pods().inAnyNamespace().inform(new PodEvents());
    }

    /** Takes up the pods of a node that is back, or has other faults. */
    void resume(String node) {
        if (pods != null) {
            pods.getStore().list().stream()
                    .filter(pod -> node.equals(pod.getSpec().getNodeName()))
                    .forEach(this::plan);
        }
    }

    private void plan(Pod pod) {
        String node = pod.getSpec().getNodeName();
        if (node == null || !faults.isUp(node)) {
            return;
        }
        PodStep next = next(pod);
        planned.compute(pod.getMetadata().getUid(), (uid, before) -> {
            if (before != null && before.step().equals(next) && !before.timer().isDone()) {
                return before;
            }
            if (before != null) {
                before.timer().cancel(false);
            }
            return next == PodStep.NOTHING
                    ? null
                    : schedule(pod, next, next.after().toMillis());
        });
    }

    private PodStep next(Pod pod) {
        PodState state = PodStates.of(pod);
        try {
            return life(pod).next(state);
        } catch (IllegalArgumentException e) {
            if (state.deleting()) {
                return new PodStep.Remove(Duration.ZERO);
            }
            return PodStatusWriter.isMisconfigured(pod) ? PodStep.NOTHING : new PodStep.Start(Duration.ZERO);
        }
    }

    private @Nullable Planned schedule(Pod pod, PodStep step, long delayMs) {
        try {
            return new Planned(step, threads.schedule(() -> take(pod, step), delayMs, TimeUnit.MILLISECONDS));
        } catch (RejectedExecutionException e) {
            LOG.log(
                    Level.DEBUG,
                    "closed: no next step for pod {0}",
                    pod.getMetadata().getName());
            return null;
        }
    }

    /** Takes the step on the newest version that the watch has brought. */
    private void take(Pod decidedOn, PodStep step) {
        Pod pod = newest(decidedOn);
        if (pod == null || !faults.isUp(pod.getSpec().getNodeName())) {
            return;
        }
        try {
            budget.await();
            write(pod, step);
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                LOG.log(Level.DEBUG, "pod " + pod.getMetadata().getName() + ": trying again", e);
                threads.schedule(() -> replan(pod), RETRY_MS, TimeUnit.MILLISECONDS);
            }
        }
    }

    private void replan(Pod pod) {
        Pod newest = newest(pod);
        if (newest != null) {
            plan(newest);
        }
    }

    private @Nullable Pod newest(Pod pod) {
        Pod stored = pods == null
                ? null
                : pods.getStore()
                        .getByKey(pod.getMetadata().getNamespace() + "/"
                                + pod.getMetadata().getName());
        return stored != null
                        && stored.getMetadata()
                                .getUid()
                                .equals(pod.getMetadata().getUid())
                ? stored
                : null;
    }

    private void write(Pod pod, PodStep step) {
        if (step instanceof PodStep.Start) {
            status(started(pod));
        } else if (step instanceof PodStep.Crash crash) {
            status(PodStatusWriter.crashed(pod, crash.exitCode(), clock.instant()));
        } else if (step instanceof PodStep.Finish finish) {
            status(PodStatusWriter.finished(pod, finish.exitCode(), clock.instant()));
        } else if (step instanceof PodStep.Remove) {
            client.resource(pod).withGracePeriod(0).delete();
        }
    }

    private Pod started(Pod pod) {
        try {
            life(pod);
            return PodStatusWriter.running(pod, clock.instant());
        } catch (IllegalArgumentException e) {
            return PodStatusWriter.misconfigured(pod, String.valueOf(e.getMessage()), clock.instant());
        }
    }

    private void status(Pod pod) {
        client.pods().resource(pod).updateStatus();
    }

    private SimulatedPodLife life(Pod pod) {
        Map<String, String> annotations = pod.getMetadata().getAnnotations();
        String name = pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
        Map<String, String> wanted = annotations == null ? Map.of() : annotations;
        SimulatedPodLife own = SimulatedPodLife.of(wanted, name, seed);
        Duration crash = faults.crashAfter(pod.getSpec().getNodeName());
        return crash == null || !SimulatedPodLife.isFragile(wanted) ? own : own.crashingAfter(crash);
    }

    @Override
    public void close() {
        if (pods != null) {
            pods.close();
        }
        threads.shutdownNow();
    }

    /** Plans on each event; forgets what is gone. */
    private final class PodEvents implements ResourceEventHandler<Pod> {
        @Override
        public void onAdd(Pod pod) {
            plan(pod);
        }

        @Override
        public void onUpdate(Pod before, Pod after) {
            plan(after);
        }

        @Override
        public void onDelete(Pod pod, boolean unknown) {
            Planned step = planned.remove(pod.getMetadata().getUid());
            if (step != null) {
                step.timer().cancel(false);
            }
        }
    }
}
