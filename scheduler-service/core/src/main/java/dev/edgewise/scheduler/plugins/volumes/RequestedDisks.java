package dev.edgewise.scheduler.plugins.volumes;

import dev.edgewise.scheduler.model.PodVolumes.InlineDisk;
import dev.edgewise.scheduler.model.storage.NodeVolumes;
import dev.edgewise.scheduler.model.storage.NodeVolumes.DiskName;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The disks that a pod names itself, found by name among those that a node has in use; only disks of a name that both
 * have are compared.
 */
final class RequestedDisks {
    /** The servers of all disks of a name. */
    private final Map<DiskName, Set<String>> all = new HashMap<>();
    /** The servers of the disks of a name that are to be written. */
    private final Map<DiskName, Set<String>> written = new HashMap<>();
    /** Uses of disks of these names beyond those that the node has; never zero. */
    private final Map<InlineDisk, Integer> more = new HashMap<>();

    RequestedDisks(List<InlineDisk> disks) {
        for (InlineDisk disk : disks) {
            add(all, disk);
            if (!disk.readOnly()) {
                add(written, disk);
            }
        }
    }

    private static void add(Map<DiskName, Set<String>> disks, InlineDisk disk) {
        disks.computeIfAbsent(DiskName.of(disk), first -> new HashSet<>()).addAll(disk.servers());
    }

    /** Takes the disks for used so many more times on the node that is asked about; negative for fewer. */
    void use(List<InlineDisk> disks, int times) {
        for (InlineDisk disk : all.isEmpty() ? List.<InlineDisk>of() : disks) {
            if (all.containsKey(DiskName.of(disk))) {
                more.merge(disk, times, RequestedDisks::sum);
            }
        }
    }

    /** The sum; null, so that a map forgets it, if it is zero. */
    private static @Nullable Integer sum(int one, int other) {
        return one + other == 0 ? null : Integer.valueOf(one + other);
    }

    /** Returns whether a pod of the node has one of the disks, unless both only read. */
    boolean clashOn(NodeVolumes inUse) {
        if (all.isEmpty()) {
            return false;
        }
        Set<DiskName> used = inUse.diskNames();
        for (DiskName name : all.size() < used.size() ? all.keySet() : used) {
            if (all.containsKey(name) && clash(inUse.disksOf(name))) {
                return true;
            }
        }
        return more.entrySet().stream().anyMatch(added -> added.getValue() > 0 && isSame(added.getKey()));
    }

    private boolean clash(Map<InlineDisk, Integer> used) {
        for (Map.Entry<InlineDisk, Integer> disk : used.entrySet()) {
            if (disk.getValue() + more.getOrDefault(disk.getKey(), 0) > 0 && isSame(disk.getKey())) {
                return true;
            }
        }
        return false;
    }

    private boolean isSame(InlineDisk used) {
        Set<String> servers = (used.readOnly() ? written : all).get(DiskName.of(used));
        return servers != null && (servers.isEmpty() || !Collections.disjoint(servers, used.servers()));
    }
}
