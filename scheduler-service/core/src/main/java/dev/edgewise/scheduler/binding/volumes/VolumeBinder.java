package dev.edgewise.scheduler.binding.volumes;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.cycle.PreBind;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.storage.ClaimKey;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.Volume;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import dev.edgewise.scheduler.plugins.volumes.VolumePlan;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Gives a pod's waiting claims their volumes: takes them in the cluster's state, so that no other pod takes the same;
 * writes them to the API server; and waits until its controllers have bound all claims. A provisioner that fails
 * withdraws the selected node; then, or when time is up, the pod is decided again.
 */
public final class VolumeBinder implements PreBind {
    private final ClusterState state;
    private final VolumeWriter writer;
    private final Settings settings;
    private final Ticker ticker;
    private final Semaphore waiting;

    /**
     * The limits of time and number for pods that wait for their claims.
     *
     * @param timeout when to give up
     * @param checkEvery time from one look at the claims to the next
     * @param maxConcurrentWaits how many pods may wait concurrently, each on a thread; others come back later, so that
     *     a provisioner that hangs never takes all threads that bind
     */
    public record Settings(Duration timeout, Duration checkEvery, int maxConcurrentWaits) {
        public Settings {
            if (timeout.isNegative() || checkEvery.isZero() || checkEvery.isNegative() || maxConcurrentWaits < 1) {
                throw new IllegalArgumentException("timeout " + timeout + " must not be negative, checkEvery "
                        + checkEvery + " must be positive, maxConcurrentWaits " + maxConcurrentWaits + " at least 1");
            }
        }
    }

    public VolumeBinder(ClusterState state, VolumeWriter writer, Settings settings, Ticker ticker) {
        this.state = state;
        this.writer = writer;
        this.settings = settings;
        this.ticker = ticker;
        this.waiting = new Semaphore(settings.maxConcurrentWaits());
    }

    /** Returns how many pods wait for their claims. */
    public int waiting() {
        return settings.maxConcurrentWaits() - waiting.availablePermits();
    }

    @Override
    public void reserve(Pod assigned) {
        NodeState node = stateOf(assigned);
        if (node != null && mountsClaims(assigned)) {
            take(assigned, node.node());
        }
    }

    @Override
    public boolean willWait(Pod assigned) {
        NodeState node = stateOf(assigned);
        return node != null
                && mountsClaims(assigned)
                && !VolumePlan.of(assigned, node.node(), state.snapshot().get(ClusterStorageObjects.FACT))
                        .isNothing();
    }

    @Override
    public void prepare(Pod assigned, Snapshot snapshot) throws BindException {
        if (mountsClaims(assigned)) {
            bindClaims(assigned);
        }
    }

    /**
     * Releases the claims after any failure, also one before the preparation began; otherwise they would stay reserved
     * for that node.
     */
    @Override
    public void unreserve(Pod assigned) {
        if (mountsClaims(assigned)) {
            forget(assigned);
        }
    }

    private void bindClaims(Pod pod) throws BindException {
        Node node = nodeOf(pod);
        VolumePlan plan = take(pod, node);
        if (plan.problem() != null) {
            throw new BindException(Cause.REFUSED, plan.problem());
        }
        if (!plan.isNothing()) {
            write(plan, node);
            await(pod, plan);
        }
    }

    private VolumePlan take(Pod pod, Node node) {
        Taking taking = new Taking(pod, node);
        state.change(ClusterStorageObjects.FACT, taking);
        return taking.plan;
    }

    private void forget(Pod pod) {
        state.change(ClusterStorageObjects.FACT, storage -> {
            ClusterStorageObjects rest = storage;
            for (PodVolumes.Claim mounted : pod.spec().volumes().claims()) {
                rest = rest.forget(new ClaimKey(pod.namespace(), mounted.name()));
            }
            return rest;
        });
    }

    private void write(VolumePlan plan, Node node) throws BindException {
        for (Map.Entry<VolumeClaim, Volume> binding : plan.bindings().entrySet()) {
            if (!binding.getValue().isConfirmedFor(binding.getKey())) {
                writer.keep(binding.getValue(), binding.getKey());
            }
        }
        for (VolumeClaim claim : plan.provisions()) {
            if (claim.selectedNode() == null || claim.isAssumed()) {
                writer.select(claim, node.name());
            }
        }
    }

    private void await(Pod pod, VolumePlan plan) throws BindException {
        if (isBound(pod, plan)) {
            return;
        }
        if (!waiting.tryAcquire()) {
            throw new BindException(
                    Cause.UNAVAILABLE,
                    "waiting for volumes: " + settings.maxConcurrentWaits() + " pods wait for theirs already");
        }
        try {
            awaitWithin(settings.timeout(), pod, plan);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new BindException(Cause.UNAVAILABLE, "interrupted while waiting for volumes", stopping);
        } finally {
            waiting.release();
        }
    }

    private void awaitWithin(Duration timeout, Pod pod, VolumePlan plan) throws BindException, InterruptedException {
        long begun = ticker.nanos();
        do {
            if (ticker.since(begun).compareTo(timeout) > 0) {
                throw new BindException(
                        Cause.NODE_FAILED, "binding volumes: not done within " + timeout.toSeconds() + " s");
            }
            TimeUnit.NANOSECONDS.sleep(settings.checkEvery().toNanos());
        } while (!isBound(pod, plan));
    }

    private boolean isBound(Pod pod, VolumePlan plan) throws BindException {
        Pod current = state.pod(pod.key());
        if (current == null || !current.isSameAs(pod) || current.terminating()) {
            throw new BindException(Cause.OBSOLETE, "the pod was deleted while its volumes were bound");
        }
        VolumePlanProgress progress =
                VolumePlanProgress.of(plan, nodeOf(pod), state.snapshot().get(ClusterStorageObjects.FACT));
        if (progress.problem() != null) {
            Cause kind = progress.isOfNode() ? Cause.NODE_FAILED : Cause.REFUSED;
            throw new BindException(kind, "binding volumes: " + progress.problem());
        }
        return progress.bound();
    }

    private Node nodeOf(Pod assigned) throws BindException {
        NodeState node = stateOf(assigned);
        if (node == null) {
            throw new BindException(Cause.REFUSED, "node \"" + assigned.spec().nodeName() + "\" is gone");
        }
        return node.node();
    }

    private @Nullable NodeState stateOf(Pod assigned) {
        String node = assigned.spec().nodeName();
        return node == null ? null : state.snapshot().node(node);
    }

    private static boolean mountsClaims(Pod pod) {
        return !pod.spec().volumes().claims().isEmpty();
    }

    /** Plans on the storage as it is at that moment, and takes what the plan needs. */
    private static final class Taking implements UnaryOperator<ClusterStorageObjects> {
        private final Pod pod;
        private final Node node;
        private VolumePlan plan = VolumePlan.NOTHING;

        Taking(Pod pod, Node node) {
            this.pod = pod;
            this.node = node;
        }

        @Override
        public ClusterStorageObjects apply(ClusterStorageObjects storage) {
            plan = VolumePlan.of(pod, node, storage);
            return plan.assumedIn(storage, node.name());
        }
    }
}
