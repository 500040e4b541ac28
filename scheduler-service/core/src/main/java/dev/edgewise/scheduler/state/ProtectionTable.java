package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.state.protection.BackupEntry;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The backup of each protected pod, and placeholders for the reserves of the nodes. The annotation of a pod counts
 * until {@link #assign} overrides it. Where balloons hold more than a node keeps, that much is taken. Not thread-safe.
 */
final class ProtectionTable implements StateExtension {
    private final NodeTable nodes;
    private final CapacityPlaceholders placeholders;
    private final BackupPlaceholders reservePlaceholders;
    private final BalloonTable balloons = new BalloonTable();
    private final ProtectionRules rules;
    private final CurrentClusterFacts facts;
    /** Backup entries by uid of the pod. */
    private final Map<String, BackupEntry> entries = new HashMap<>();

    private final AssignedBackups assigned = new AssignedBackups();

    private final PodsToProtect podsToProtect = new PodsToProtect();
    private final FormerlyProtectedPods unprotectedPods = new FormerlyProtectedPods();

    ProtectionTable(
            NodeTable nodes, CapacityPlaceholders placeholders, CurrentClusterFacts facts, ProtectionRules rules) {
        this.nodes = nodes;
        this.placeholders = placeholders;
        this.reservePlaceholders = new BackupPlaceholders(placeholders);
        this.rules = rules;
        this.facts = facts;
        facts.set(BackupIndex.FACT, BackupIndex.none(rules));
    }

    BackupIndex backupIndex() {
        return facts.get(BackupIndex.FACT);
    }

    @Override
    public void podChanged(@Nullable Pod before, @Nullable Pod after, boolean assumed) {
        changed(before, after);
    }

    private void changed(@Nullable Pod before, @Nullable Pod after) {
        if (before != null && (after == null || !before.isSameAs(after))) {
            set(before.uid(), null);
            assigned.remove(before);
            untrack(before.key());
        }
        if (after != null) {
            if (after.spec().nodeName() == null) {
                assigned.remove(after);
            }
            track(after);
            set(after.uid(), entryOf(after));
        }
    }

    /**
     * Assigns the backup of the pod, which overrides its annotation.
     *
     * @param backup null for none
     */
    void assign(Pod pod, @Nullable String backup) {
        if (rules.isProtected(pod)) {
            assigned.put(pod, backup);
            track(pod);
            set(pod.uid(), entryOf(pod));
        }
    }

    /** Checks again whether the pods of the node are to be protected. */
    @Override
    public void nodeChanged(@Nullable Node before, @Nullable Node after) {
        if (after == null || after.keepsPods() == (before != null && before.keepsPods())) {
            return;
        }
        for (Pod pod : nodes.podsOn(after.name())) {
            if (!CapacityPlaceholderPod.isOne(pod)) {
                changed(pod, pod);
            }
        }
    }

    /** Returns whether its backup was assigned, for at least what it requests now. */
    boolean isAsAssigned(Pod pod) {
        return assigned.isEnough(pod);
    }

    /** Takes in a balloon that is there, or about to be. */
    void put(Balloon balloon) {
        Balloon before = balloons.put(balloon);
        if (before != null) {
            updateReserve(before.node());
        }
        updateReserve(balloon.node());
        publishBalloons();
    }

    /** Returns whether there was one that held capacity. */
    boolean removeBalloon(PodKey key) {
        Balloon before = balloons.remove(key);
        if (before != null) {
            updateReserve(before.node());
            // The pods that restart on what it held wait until it is gone.
            placeholders.noteCapacityFreed();
            publishBalloons();
        }
        return before != null;
    }

    /**
     * Releases balloons of the node that hold more than its reserve; they then hold only what remains for others.
     *
     * @param restarting what reservations need there for what restarts
     */
    void releaseBalloons(String node, ResourceDemand restarting) {
        balloons.release(node, backupIndex().of(node).reserve(), restarting);
        updateReserve(node);
        publishBalloons();
    }

    /** Returns the balloons that hold capacity. */
    List<Balloon> balloons() {
        return balloons.holding();
    }

    /** Returns the balloons that hold no capacity any more, and are to be deleted. */
    List<Balloon> releasedBalloons() {
        return balloons.released();
    }

    /** Makes the pods' annotations count again, and every balloon hold its capacity. */
    void follow() {
        // A new leader looks at all pods.
        podsToProtect.takeUncovered();
        balloons.holdAllAgain().forEach(balloon -> updateReserve(balloon.node()));
        publishBalloons();
        if (!assigned.isEmpty()) {
            assigned.clear();
            podsToProtect.replaceBackups(this::backupOf);
            podsToProtect.all().forEach(one -> set(one.pod().uid(), entryOf(one.pod())));
        }
    }

    /** Returns the pods to protect; the same list until something changes. */
    List<PodWithBackup> pods() {
        return podsToProtect.all();
    }

    List<Pod> formerPods() {
        return unprotectedPods.pods();
    }

    @Nullable
    PodWithBackup find(PodKey key) {
        return podsToProtect.find(key);
    }

    /** Returns the pods that have come without a backup since the last call. */
    List<PodWithBackup> takeUncovered() {
        return podsToProtect.takeUncovered();
    }

    /** The nodes that these pods are on. */
    Set<String> homes() {
        return podsToProtect.homes();
    }

    private void track(Pod pod) {
        if (!isToBeProtected(pod)) {
            untrack(pod.key());
            unprotectedPods.note(pod);
            return;
        }
        unprotectedPods.forget(pod.key());
        podsToProtect.put(new PodWithBackup(pod, backupOf(pod)));
    }

    private void untrack(PodKey key) {
        unprotectedPods.forget(key);
        podsToProtect.forget(key);
    }

    private boolean isToBeProtected(Pod pod) {
        // A client that may create pods can name any node.
        boolean isBound = pod.spec().nodeName() != null && (pod.status().scheduled() || assigned.has(pod));
        return isBound
                && !pod.terminating()
                && rules.isProtected(pod)
                && !keepsItsPods(pod.spec().nodeName());
    }

    private boolean keepsItsPods(@Nullable String home) {
        Node node = home == null ? null : nodes.find(home);
        return node != null && node.keepsPods();
    }

    private @Nullable String backupOf(Pod pod) {
        String backup = assigned.of(pod);
        return backup == null || backup.isEmpty() || backup.equals(pod.spec().nodeName()) ? null : backup;
    }

    private @Nullable BackupEntry entryOf(Pod pod) {
        String home = pod.spec().nodeName();
        String backup = home == null || !isToBeProtected(pod) ? null : backupOf(pod);
        return home == null || backup == null ? null : BackupEntry.of(pod, home, backup, rules.failures());
    }

    private void set(String uid, @Nullable BackupEntry now) {
        BackupEntry before = now == null ? entries.remove(uid) : entries.put(uid, now);
        if (now != null && now.equals(before)) {
            return;
        }
        BackupIndex changed = backupIndex();
        if (before != null) {
            changed = changed.without(before);
        }
        if (now != null) {
            changed = changed.with(now);
        }
        facts.set(BackupIndex.FACT, changed);
        if (before != null) {
            updateReserve(before.backup());
        }
        if (now != null && (before == null || !now.backup().equals(before.backup()))) {
            updateReserve(now.backup());
        }
    }

    private void publishBalloons() {
        facts.set(BalloonTable.HELD_BY_NODE, balloons.heldByAll());
    }

    private void updateReserve(String backup) {
        ResourceDemand reserve = backupIndex().of(backup).reserve();
        ResourceDemand balloons = this.balloons.of(backup);
        reservePlaceholders.keep(backup, balloons.isNone() ? reserve : reserve.max(balloons));
    }
}
