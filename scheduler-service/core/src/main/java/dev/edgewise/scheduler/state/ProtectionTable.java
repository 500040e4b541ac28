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
    private final BackupPlaceholders room;
    private final BalloonTable balloons = new BalloonTable();
    private final ProtectionRules rules;
    private final CurrentClusterFacts facts;
    /** Backup entries by uid of the pod. */
    private final Map<String, BackupEntry> covered = new HashMap<>();

    private final AssignedBackups assigned = new AssignedBackups();

    private final PodsToProtect wanted = new PodsToProtect();
    private final UnprotectedPods former = new UnprotectedPods();

    ProtectionTable(
            NodeTable nodes, CapacityPlaceholders placeholders, CurrentClusterFacts facts, ProtectionRules rules) {
        this.nodes = nodes;
        this.placeholders = placeholders;
        this.room = new BackupPlaceholders(placeholders);
        this.rules = rules;
        this.facts = facts;
        facts.set(BackupIndex.FACT, BackupIndex.none(rules));
    }

    BackupIndex covers() {
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
            forget(before.key());
        }
        if (after != null) {
            if (after.spec().nodeName() == null) {
                assigned.remove(after);
            }
            note(after);
            set(after.uid(), coveredBy(after));
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
            note(pod);
            set(pod.uid(), coveredBy(pod));
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
            hold(before.node());
        }
        hold(balloon.node());
        showBalloons();
    }

    /** Returns whether there was one that held capacity. */
    boolean removeBalloon(PodKey key) {
        Balloon before = balloons.remove(key);
        if (before != null) {
            hold(before.node());
            // The pods that restart on what it held wait until it is gone.
            placeholders.freed();
            showBalloons();
        }
        return before != null;
    }

    /**
     * Releases balloons of the node that hold more than its reserve; they then hold only what remains for others.
     *
     * @param restarting what reservations need there for what restarts
     */
    void releaseBalloons(String node, ResourceDemand restarting) {
        balloons.release(node, covers().of(node).reserve(), restarting);
        hold(node);
        showBalloons();
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
        wanted.takeUncovered();
        balloons.holdAll().forEach(balloon -> hold(balloon.node()));
        showBalloons();
        if (!assigned.isEmpty()) {
            assigned.clear();
            wanted.replaceBackups(this::backupOf);
            wanted.all().forEach(one -> set(one.pod().uid(), coveredBy(one.pod())));
        }
    }

    /** Returns the pods to protect; the same list until something changes. */
    List<PodWithBackup> pods() {
        return wanted.all();
    }

    List<Pod> formerPods() {
        return former.pods();
    }

    @Nullable
    PodWithBackup find(PodKey key) {
        return wanted.find(key);
    }

    /** Returns the pods that have come without a backup since the last call. */
    List<PodWithBackup> takeUncovered() {
        return wanted.takeUncovered();
    }

    /** The nodes that these pods are on. */
    Set<String> homes() {
        return wanted.homes();
    }

    private void note(Pod pod) {
        if (!isWanted(pod)) {
            forget(pod.key());
            former.note(pod);
            return;
        }
        former.forget(pod.key());
        wanted.put(new PodWithBackup(pod, backupOf(pod)));
    }

    private void forget(PodKey key) {
        former.forget(key);
        wanted.forget(key);
    }

    private boolean isWanted(Pod pod) {
        // A client that may create pods can name any node.
        boolean isBound = pod.spec().nodeName() != null && (pod.status().scheduled() || assigned.has(pod));
        return isBound
                && !pod.terminating()
                && rules.isProtected(pod)
                && !staysWith(pod.spec().nodeName());
    }

    private boolean staysWith(@Nullable String home) {
        Node node = home == null ? null : nodes.find(home);
        return node != null && node.keepsPods();
    }

    private @Nullable String backupOf(Pod pod) {
        String backup = assigned.of(pod);
        return backup == null || backup.isEmpty() || backup.equals(pod.spec().nodeName()) ? null : backup;
    }

    private @Nullable BackupEntry coveredBy(Pod pod) {
        String home = pod.spec().nodeName();
        String backup = home == null || !isWanted(pod) ? null : backupOf(pod);
        return home == null || backup == null ? null : BackupEntry.of(pod, home, backup, rules.failures());
    }

    private void set(String uid, @Nullable BackupEntry now) {
        BackupEntry before = now == null ? covered.remove(uid) : covered.put(uid, now);
        if (now != null && now.equals(before)) {
            return;
        }
        BackupIndex changed = covers();
        if (before != null) {
            changed = changed.without(before);
        }
        if (now != null) {
            changed = changed.with(now);
        }
        facts.set(BackupIndex.FACT, changed);
        if (before != null) {
            hold(before.backup());
        }
        if (now != null && (before == null || !now.backup().equals(before.backup()))) {
            hold(now.backup());
        }
    }

    private void showBalloons() {
        facts.set(BalloonTable.HELD, balloons.there());
    }

    private void hold(String backup) {
        ResourceDemand reserve = covers().of(backup).reserve();
        ResourceDemand balloons = this.balloons.of(backup);
        room.keep(backup, balloons.isNone() ? reserve : reserve.max(balloons));
    }
}
