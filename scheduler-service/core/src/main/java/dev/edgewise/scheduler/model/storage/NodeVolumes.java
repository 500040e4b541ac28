package dev.edgewise.scheduler.model.storage;

import dev.edgewise.scheduler.model.PodVolumes.CsiVolume;
import dev.edgewise.scheduler.model.PodVolumes.InlineDisk;
import java.util.Map;
import java.util.Set;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The volumes of CSI drivers that one node has in use, by its pods and by attachments, and the disks that its pods name
 * themselves; each with the number of its uses. Immutable.
 */
public final class NodeVolumes {
    static final NodeVolumes NONE = new NodeVolumes(HashTreePMap.empty(), HashTreePMap.empty());

    /** Uses of each volume, by driver and handle. */
    private final PMap<String, PMap<String, Integer>> volumes;

    private final PMap<DiskName, PMap<InlineDisk, Integer>> disks;

    /** The name of a disk, which several servers may have each. */
    public record DiskName(String kind, String id) {
        public static DiskName of(InlineDisk disk) {
            return new DiskName(disk.kind(), disk.id());
        }
    }

    private NodeVolumes(PMap<String, PMap<String, Integer>> volumes, PMap<DiskName, PMap<InlineDisk, Integer>> disks) {
        this.volumes = volumes;
        this.disks = disks;
    }

    /** Returns how many different volumes of the driver are in use. */
    public int count(String driver) {
        PMap<String, Integer> ofDriver = volumes.get(driver);
        return ofDriver == null ? 0 : ofDriver.size();
    }

    public int usesOf(CsiVolume volume) {
        PMap<String, Integer> ofDriver = volumes.get(volume.driver());
        return ofDriver == null ? 0 : ofDriver.getOrDefault(volume.handle(), 0);
    }

    /** The names of the disks that its pods name. */
    public Set<DiskName> diskNames() {
        return disks.keySet();
    }

    /** Returns how often its pods use each disk of that name. */
    public Map<InlineDisk, Integer> disksOf(DiskName name) {
        return disks.getOrDefault(name, HashTreePMap.empty());
    }

    boolean isNone() {
        return volumes.isEmpty() && disks.isEmpty();
    }

    /** @param more uses of the volume; negative for fewer */
    NodeVolumes plus(CsiVolume volume, int more) {
        return new NodeVolumes(plus(volumes, volume.driver(), volume.handle(), more), disks);
    }

    /** @param more uses of the disk; negative for fewer */
    NodeVolumes plus(InlineDisk disk, int more) {
        return new NodeVolumes(volumes, plus(disks, DiskName.of(disk), disk, more));
    }

    private static <G, K> PMap<G, PMap<K, Integer>> plus(PMap<G, PMap<K, Integer>> groups, G group, K key, int more) {
        PMap<K, Integer> known = groups.getOrDefault(group, HashTreePMap.empty());
        int sum = known.getOrDefault(key, 0) + more;
        PMap<K, Integer> changed = sum > 0 ? known.plus(key, sum) : known.minus(key);
        return changed.isEmpty() ? groups.minus(group) : groups.plus(group, changed);
    }
}
