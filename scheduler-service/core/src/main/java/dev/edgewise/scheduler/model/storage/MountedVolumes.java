package dev.edgewise.scheduler.model.storage;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.PodVolumes.CsiVolume;
import dev.edgewise.scheduler.model.PodVolumes.InlineDisk;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.HashTreePSet;
import org.pcollections.PMap;
import org.pcollections.PSet;

/**
 * The claims that placed pods mount, and the volumes and disks that each node has in use by them. The cost of a change
 * depends on the changed pod or object only, not on the mounts of other pods of the node. Immutable.
 *
 * @param uses how often pods mount each claim, by node
 * @param counted as which volume each mounted claim that is known is counted
 * @param bySource the mounted claims to count again when that volume or class changes
 * @param byNode what each node has in use, attachments included
 */
public record MountedVolumes(
        PMap<ClaimKey, PMap<String, Integer>> uses,
        PMap<ClaimKey, Counted> counted,
        PMap<Source, PSet<ClaimKey>> bySource,
        PMap<String, NodeVolumes> byNode) {
    static final MountedVolumes NONE =
            new MountedVolumes(HashTreePMap.empty(), HashTreePMap.empty(), HashTreePMap.empty(), HashTreePMap.empty());

    /**
     * An object that says as which volume a claim counts.
     *
     * @param isClass whether it is a StorageClass rather than a PersistentVolume
     */
    public record Source(boolean isClass, String name) {
        static Source volume(String name) {
            return new Source(false, name);
        }

        static Source storageClass(String name) {
            return new Source(true, name);
        }
    }

    /**
     * The volume and the sources by which a claim is counted.
     *
     * @param sources that decided it
     * @param volume null if no driver counts it
     */
    public record Counted(Set<Source> sources, @Nullable CsiVolume volume) {}

    /** @param placed a pod with a node */
    MountedVolumes with(Pod placed, ClusterStorageObjects storage) {
        return changed(placed, storage, 1);
    }

    MountedVolumes without(Pod placed, ClusterStorageObjects storage) {
        return changed(placed, storage, -1);
    }

    private MountedVolumes changed(Pod placed, ClusterStorageObjects storage, int more) {
        PodVolumes volumes = placed.spec().volumes();
        if (volumes.isNone()) {
            return this;
        }
        String node = Objects.requireNonNull(placed.spec().nodeName(), "nodeName");
        MountedVolumes changed = this;
        for (CsiVolume volume : volumes.inline()) {
            changed = changed.using(node, volume, more);
        }
        for (InlineDisk disk : volumes.disks()) {
            changed = changed.on(node, changed.on(node).plus(disk, more));
        }
        for (PodVolumes.Claim mounted : volumes.claims()) {
            changed = changed.mounted(new ClaimKey(placed.namespace(), mounted.name()), node, more, storage);
        }
        return changed;
    }

    private MountedVolumes mounted(ClaimKey key, String node, int more, ClusterStorageObjects storage) {
        PMap<String, Integer> known = usesOf(key);
        int sum = known.getOrDefault(node, 0) + more;
        PMap<String, Integer> nodes = sum > 0 ? known.plus(node, sum) : known.minus(node);
        Counted as = counted.get(key);
        MountedVolumes changed = as == null || as.volume() == null ? this : using(node, as.volume(), more);
        changed = changed.uses(nodes.isEmpty() ? uses.minus(key) : uses.plus(key, nodes));
        return known.isEmpty() || nodes.isEmpty() ? changed.recounted(key, storage) : changed;
    }

    /** Counts the claim as the storage has it now. */
    MountedVolumes recounted(ClaimKey key, ClusterStorageObjects storage) {
        PMap<String, Integer> nodes = usesOf(key);
        Counted before = counted.get(key);
        Counted after = nodes.isEmpty() ? null : storage.counted(key);
        if (Objects.equals(before, after)) {
            return this;
        }
        PMap<Source, PSet<ClaimKey>> sources = bySource;
        for (Source source : before == null ? Set.<Source>of() : before.sources()) {
            PSet<ClaimKey> rest =
                    sources.getOrDefault(source, HashTreePSet.empty()).minus(key);
            sources = rest.isEmpty() ? sources.minus(source) : sources.plus(source, rest);
        }
        for (Source source : after == null ? Set.<Source>of() : after.sources()) {
            sources = sources.plus(
                    source, sources.getOrDefault(source, HashTreePSet.empty()).plus(key));
        }
        MountedVolumes changed = new MountedVolumes(
                uses, after == null ? counted.minus(key) : counted.plus(key, after), sources, byNode);
        for (Map.Entry<String, Integer> node : nodes.entrySet()) {
            changed = changed.using(node.getKey(), before == null ? null : before.volume(), -node.getValue())
                    .using(node.getKey(), after == null ? null : after.volume(), node.getValue());
        }
        return changed;
    }

    /** Counts the claims whose count rests on that object as the storage has it now. */
    MountedVolumes recounted(Source source, ClusterStorageObjects storage) {
        MountedVolumes changed = this;
        for (ClaimKey key : bySource.getOrDefault(source, HashTreePSet.empty())) {
            changed = changed.recounted(key, storage);
        }
        return changed;
    }

    /**
     * Returns these with more or fewer uses of a volume on a node.
     *
     * @param volume null if no driver counts it
     */
    MountedVolumes using(String node, @Nullable CsiVolume volume, int more) {
        if (volume == null) {
            return this;
        }
        return on(node, on(node).plus(volume, more));
    }

    private MountedVolumes on(String node, NodeVolumes changed) {
        return new MountedVolumes(
                uses, counted, bySource, changed.isNone() ? byNode.minus(node) : byNode.plus(node, changed));
    }

    NodeVolumes on(String node) {
        return byNode.getOrDefault(node, NodeVolumes.NONE);
    }

    /** Returns how often pods mount the claim, by node. */
    PMap<String, Integer> usesOf(ClaimKey key) {
        return uses.getOrDefault(key, HashTreePMap.empty());
    }

    private MountedVolumes uses(PMap<ClaimKey, PMap<String, Integer>> changed) {
        return new MountedVolumes(changed, counted, bySource, byNode);
    }
}
