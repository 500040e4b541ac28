package dev.edgewise.scheduler.state.protection;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.protection.BackupEntry.Replicas;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** The pods that each node is the backup of. Immutable. */
public final class BackupIndex {
    public static final FactKey<BackupIndex> FACT = FactKey.of("backups", none(ProtectionRules.NONE));

    private final ProtectionRules rules;
    private final PMap<String, NodeBackups> byBackup;
    /** Numbers of backups by node, for the pods of each controller that must not restart side by side. */
    private final PMap<Replicas, PMap<String, Integer>> backupsOfReplicas;

    private BackupIndex(
            ProtectionRules rules,
            PMap<String, NodeBackups> byBackup,
            PMap<Replicas, PMap<String, Integer>> backupsOfReplicas) {
        this.rules = rules;
        this.byBackup = byBackup;
        this.backupsOfReplicas = backupsOfReplicas;
    }

    /** @param rules which pods are protected, and against what */
    public static BackupIndex none(ProtectionRules rules) {
        return new BackupIndex(rules, HashTreePMap.empty(), HashTreePMap.empty());
    }

    /** Returns the rules which pods are protected, and against how many failures. */
    public ProtectionRules rules() {
        return rules;
    }

    /** Returns the backups of one node; null if it stands in for none. */
    public @Nullable NodeBackups find(String backup) {
        return byBackup.get(backup);
    }

    /** Returns the backups of one node, which are empty if it stands in for none. */
    public NodeBackups of(String backup) {
        NodeBackups known = byBackup.get(backup);
        return known == null ? NodeBackups.none(rules.failures()) : known;
    }

    /** The nodes that stand in for others. */
    public Set<String> backups() {
        return byBackup.keySet();
    }

    public Map<String, NodeBackups> byBackup() {
        return byBackup;
    }

    /**
     * The nodes that stand in for pods of the controller of that one which must not restart side by side, and for how
     * many of them; empty if they may.
     */
    public Map<String, Integer> keptApart(Pod pod) {
        return backupsOfReplicas.getOrDefault(Replicas.of(pod), HashTreePMap.empty());
    }

    /** Returns these and one more. */
    public BackupIndex with(BackupEntry added) {
        NodeBackups cover = of(added.backup()).with(added.home(), added.demand());
        return new BackupIndex(rules, byBackup.plus(added.backup(), cover), withReplicaBackup(added, 1));
    }

    /** Returns these without one that {@link #with} added. */
    public BackupIndex without(BackupEntry removed) {
        String backup = removed.backup();
        NodeBackups cover = of(backup).without(removed.home(), removed.demand());
        return new BackupIndex(
                rules,
                cover.isNone() ? byBackup.minus(backup) : byBackup.plus(backup, cover),
                withReplicaBackup(removed, -1));
    }

    private PMap<Replicas, PMap<String, Integer>> withReplicaBackup(BackupEntry changed, int more) {
        Replicas replicas = changed.keptApart();
        if (replicas == null) {
            return backupsOfReplicas;
        }
        PMap<String, Integer> nodes = backupsOfReplicas.getOrDefault(replicas, HashTreePMap.empty());
        int count = nodes.getOrDefault(changed.backup(), 0) + more;
        nodes = count == 0 ? nodes.minus(changed.backup()) : nodes.plus(changed.backup(), count);
        return nodes.isEmpty() ? backupsOfReplicas.minus(replicas) : backupsOfReplicas.plus(replicas, nodes);
    }
}
