package dev.edgewise.scheduler.plugins.recovery;

import dev.edgewise.common.Names;
import dev.edgewise.common.TruncatedText;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.NodeBackups;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Prefers nodes that others can stand in for with the least capacity kept in addition. Which one does, and whether any
 * can, is worked out of the one that is chosen: see {@link NodeSearchWithBackup}.
 */
public final class RecoveryPlugin implements Filter, Score {
    public static final String NAME = "Recovery";

    /** Maximum length of a value that a message quotes, in characters. */
    private static final int LONGEST = 63;

    /** Name of no node, so that none stands in for it. */
    private static final String NO_HOME = "";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        String value = pod.annotations().get(Names.RECOVERY_ANNOTATION);
        return value == null || ProtectionRules.ALLOWED.contains(value)
                ? PreparedNodeFilter.PASS
                : PreparedNodeFilter.never(Rejection.unresolvable(NAME, unknown(value)));
    }

    /** Returns the events that can free capacity for a backup, or bring a node within reach. */
    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(
                ClusterEvent.NODE_ADDED,
                ClusterEvent.NODE_ALLOCATABLE_CHANGED,
                ClusterEvent.NODE_LABELS_CHANGED,
                ClusterEvent.NODE_TAINTS_CHANGED,
                ClusterEvent.POD_CHANGED,
                ClusterEvent.POD_REMOVED,
                ClusterEvent.SIGNAL_CHANGED);
    }

    /**
     * Returns 1 where a present reserve already suffices, 0 where the whole request is added; by the nodes that are
     * asked about.
     */
    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        if (!snapshot.get(BackupIndex.FACT).rules().isProtected(pod)) {
            return NOTHING;
        }
        ResourceDemand demand = ResourceDemand.of(pod);
        List<Backup> backups = backups(snapshot.get(BackupIndex.FACT), nodes, demand);
        if (backups.isEmpty()) {
            return NOTHING;
        }
        double[] values = new double[nodes.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = 1 - leastAdded(backups, nodes.get(i).name(), demand);
        }
        return values;
    }

    private static String unknown(String value) {
        return "annotation " + Names.RECOVERY_ANNOTATION + " is \"" + TruncatedText.of(value, LONGEST)
                + "\": it must be one of " + String.join(", ", ProtectionRules.ALLOWED);
    }

    /**
     * @param least what is added for the pod of a home that it does not stand in for; for one that it does, it may be
     *     more
     */
    private record Backup(String node, NodeBackups cover, double least) {}

    /** The one that adds least is first. */
    private static List<Backup> backups(BackupIndex covers, List<NodeState> nodes, ResourceDemand demand) {
        List<Backup> backups = new ArrayList<>();
        for (NodeState node : nodes) {
            NodeBackups cover = covers.find(node.name());
            if (cover != null) {
                backups.add(new Backup(node.name(), cover, AddedReserve.share(cover, NO_HOME, demand)));
            }
        }
        backups.sort(Comparator.comparingDouble(Backup::least));
        return backups;
    }

    /**
     * Returns the least addition, stopping at the first backup that cannot add less, mostly the second: all with all
     * would be 25 million pairs of 5,000 nodes.
     */
    private static double leastAdded(List<Backup> backups, String home, ResourceDemand demand) {
        double least = 1;
        for (int i = 0; i < backups.size() && backups.get(i).least() < least; i++) {
            Backup backup = backups.get(i);
            if (!backup.node().equals(home)) {
                least = Math.min(least, added(backup, home, demand));
            }
        }
        return least;
    }

    private static double added(Backup backup, String home, ResourceDemand demand) {
        boolean isBackup = backup.cover().byHome().containsKey(home);
        return isBackup ? AddedReserve.share(backup.cover(), home, demand) : backup.least();
    }
}
