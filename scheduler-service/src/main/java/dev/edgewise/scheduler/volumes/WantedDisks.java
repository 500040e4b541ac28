package dev.edgewise.scheduler.volumes;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodVolumes.InlineDisk;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The disks that a pod names itself, found by name: each disk in use is looked up once, however many are wanted. */
final class WantedDisks {
    /** The servers of all disks of a name. */
    private final Map<Name, Set<String>> all = new HashMap<>();
    /** The same without the disks that are to be read only. */
    private final Map<Name, Set<String>> written = new HashMap<>();

    private record Name(String kind, String id) {
        static Name of(InlineDisk disk) {
            return new Name(disk.kind(), disk.id());
        }
    }

    WantedDisks(List<InlineDisk> disks) {
        for (InlineDisk disk : disks) {
            add(all, disk);
            if (!disk.readOnly()) {
                add(written, disk);
            }
        }
    }

    private static void add(Map<Name, Set<String>> disks, InlineDisk disk) {
        disks.computeIfAbsent(Name.of(disk), first -> new HashSet<>()).addAll(disk.servers());
    }

    /** Whether a pod of the node has one of the disks, unless both only read. */
    boolean clashOn(NodeState node) {
        if (all.isEmpty()) {
            return false;
        }
        for (Pod pod : node.pods()) {
            for (InlineDisk used : pod.spec().volumes().disks()) {
                if (isSame((used.readOnly() ? written : all).get(Name.of(used)), used)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isSame(@Nullable Set<String> servers, InlineDisk used) {
        return servers != null && (servers.isEmpty() || !Collections.disjoint(servers, used.servers()));
    }
}
