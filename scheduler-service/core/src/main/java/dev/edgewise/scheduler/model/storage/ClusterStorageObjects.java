package dev.edgewise.scheduler.model.storage;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.facts.FactUpdateRule;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodVolumes.CsiVolume;
import dev.edgewise.scheduler.model.storage.Attachments.Attachment;
import dev.edgewise.scheduler.model.storage.MountedVolumes.Counted;
import dev.edgewise.scheduler.model.storage.MountedVolumes.Source;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * All storage objects of the cluster at one moment. Immutable: each change gives a new one that shares the rest, or
 * this one where nothing differs.
 *
 * @param capacityTracking whether a CSI driver publishes its capacity, by driver
 * @param attachments what nodes can attach, and what they have attached
 * @param mounted what placed pods mount, and what each node has in use of CSI drivers by that and by its attachments
 */
public record ClusterStorageObjects(
        PMap<ClaimKey, VolumeClaim> claims,
        Volumes volumes,
        PMap<String, StorageClass> classes,
        PMap<String, Boolean> capacityTracking,
        PMap<ClaimKey, Capacity> capacities,
        Attachments attachments,
        MountedVolumes mounted) {
    public static final ClusterStorageObjects EMPTY = new ClusterStorageObjects(
            HashTreePMap.empty(),
            Volumes.NONE,
            HashTreePMap.empty(),
            HashTreePMap.empty(),
            HashTreePMap.empty(),
            Attachments.NONE,
            MountedVolumes.NONE);

    public static final FactKey<ClusterStorageObjects> FACT = FactKey.of("storage", EMPTY, new FactUpdateRule<>() {
        @Override
        public ClusterStorageObjects withPod(ClusterStorageObjects storage, Pod pod) {
            return storage.mounting(pod);
        }

        @Override
        public ClusterStorageObjects withoutPod(ClusterStorageObjects storage, Pod pod) {
            return storage.unmounting(pod);
        }

        @Override
        public boolean isSameWith(Pod before, Pod after) {
            return before.spec().volumes().equals(after.spec().volumes());
        }
    });

    public @Nullable VolumeClaim claim(ClaimKey key) {
        return claims.get(key);
    }

    public @Nullable Volume volume(String name) {
        return volumes.byName().get(name);
    }

    public @Nullable StorageClass storageClass(String name) {
        return classes.get(name);
    }

    public Collection<Volume> volumesOf(String storageClass) {
        return volumes.of(storageClass);
    }

    public boolean tracksCapacity(String driver) {
        return capacityTracking.getOrDefault(driver, false);
    }

    /**
     * Adds or updates a claim as the API server reports it; assumptions about it stay until the API server confirms
     * them.
     */
    public ClusterStorageObjects withClaim(VolumeClaim claim) {
        return put(claim.after(claims.get(claim.key())));
    }

    public ClusterStorageObjects withoutClaim(ClaimKey key) {
        ClusterStorageObjects rest = forget(key);
        return rest.claims(rest.claims.minus(key), key);
    }

    /**
     * Adds or updates a volume as the API server reports it; assumptions about it stay until the API server confirms
     * them.
     */
    public ClusterStorageObjects withVolume(Volume volume) {
        return put(volume.after(volume(volume.name())));
    }

    /** Returns this storage with the unclaimed volume kept for the claim. */
    public ClusterStorageObjects assume(Volume volume, VolumeClaim claim) {
        return put(volume.keptFor(new Volume.Reserved(claim.key(), claim.uid(), true)));
    }

    /** This storage if the node were selected for the claim, which has none. */
    public ClusterStorageObjects assume(VolumeClaim claim, String node) {
        return put(claim.selecting(new VolumeClaim.Selected(node, true)));
    }

    /** This storage without what is still merely assumed for the claim, if it is not bound. */
    public ClusterStorageObjects forget(ClaimKey key) {
        VolumeClaim claim = claims.get(key);
        if (claim == null || claim.isBound()) {
            return this;
        }
        ClusterStorageObjects rest = claim.isAssumed() ? put(claim.selecting(null)) : this;
        for (Volume volume : volumes.assumedFor(key)) {
            rest = rest.put(volume.keptFor(null));
        }
        return rest;
    }

    private ClusterStorageObjects put(VolumeClaim claim) {
        return claim.equals(claims.get(claim.key())) ? this : claims(claims.plus(claim.key(), claim), claim.key());
    }

    private ClusterStorageObjects put(Volume volume) {
        return volume.equals(volume(volume.name())) ? this : volumes(volumes.with(volume), volume.name());
    }

    public ClusterStorageObjects withoutVolume(String name) {
        return volumes(volumes.without(name), name);
    }

    public ClusterStorageObjects withClass(StorageClass storageClass) {
        return storageClass.equals(classes.get(storageClass.name()))
                ? this
                : classes(classes.plus(storageClass.name(), storageClass), storageClass.name());
    }

    public ClusterStorageObjects withoutClass(String name) {
        return classes(classes.minus(name), name);
    }

    public ClusterStorageObjects withDriver(String driver, boolean tracksCapacity) {
        return Boolean.valueOf(tracksCapacity).equals(capacityTracking.get(driver))
                ? this
                : capacityTracking(capacityTracking.plus(driver, tracksCapacity));
    }

    public ClusterStorageObjects withoutDriver(String driver) {
        return capacityTracking(capacityTracking.minus(driver));
    }

    public ClusterStorageObjects withCapacity(Capacity capacity) {
        return capacity.equals(capacities.get(capacity.key()))
                ? this
                : capacities(capacities.plus(capacity.key(), capacity));
    }

    public ClusterStorageObjects withoutCapacity(ClaimKey key) {
        return capacities(capacities.minus(key));
    }

    /** This storage with other limits of what nodes can attach; itself if they are the same. */
    public ClusterStorageObjects limiting(UnaryOperator<Attachments> change) {
        return with(change.apply(attachments), mounted);
    }

    /** Adds or replaces an attachment. Most changes of one are its progress, which changes nothing here. */
    public ClusterStorageObjects withAttachment(Attachment attachment) {
        if (attachment.equals(attachments.byName().get(attachment.name()))) {
            return this;
        }
        ClusterStorageObjects rest = withoutAttachment(attachment.name());
        CsiVolume volume = attachment.counted(volume(attachment.volume()));
        return rest.with(rest.attachments.with(attachment), rest.mounted.using(attachment.node(), volume, 1));
    }

    public ClusterStorageObjects withoutAttachment(String name) {
        Attachment known = attachments.byName().get(name);
        return known == null
                ? this
                : with(
                        attachments.without(known),
                        mounted.using(known.node(), known.counted(volume(known.volume())), -1));
    }

    /** This storage with the claims that the pod, which has a node, mounts. */
    public ClusterStorageObjects mounting(Pod placed) {
        return with(attachments, mounted.with(placed, this));
    }

    public ClusterStorageObjects unmounting(Pod placed) {
        return with(attachments, mounted.without(placed, this));
    }

    /** Returns how often placed pods mount the claim, by node; a node may be gone. */
    public Map<String, Integer> usesOf(ClaimKey claim) {
        return mounted.usesOf(claim);
    }

    /** Returns the volumes of CSI drivers that are in use on the node. */
    public NodeVolumes inUseOn(String node) {
        return mounted.on(node);
    }

    /** The volume that a claim counts as, which may be still to be made; null if no driver counts it. */
    public @Nullable CsiVolume csiVolumeOf(ClaimKey key) {
        Counted counted = counted(key);
        return counted == null ? null : counted.volume();
    }

    /** Returns how the claim is counted on the nodes where it is mounted; null if it is not known. */
    @Nullable
    Counted counted(ClaimKey key) {
        VolumeClaim claim = claims.get(key);
        if (claim == null) {
            return null;
        }
        Volume volume = claim.volume().isEmpty() ? null : volume(claim.volume());
        if (volume != null) {
            return new Counted(Set.of(Source.volume(volume.name())), volume.csi());
        }
        Source ofClass = Source.storageClass(claim.storageClass());
        StorageClass storageClass = storageClass(claim.storageClass());
        String driver = storageClass == null ? "" : storageClass.csiDriver();
        return new Counted(
                claim.volume().isEmpty() ? Set.of(ofClass) : Set.of(ofClass, Source.volume(claim.volume())),
                driver.isEmpty() ? null : new CsiVolume(driver, "claim " + key));
    }

    private ClusterStorageObjects claims(PMap<ClaimKey, VolumeClaim> changed, ClaimKey key) {
        if (changed == claims) {
            return this;
        }
        ClusterStorageObjects storage = new ClusterStorageObjects(
                changed, volumes, classes, capacityTracking, capacities, attachments, mounted);
        return storage.with(attachments, mounted.recounted(key, storage));
    }

    private ClusterStorageObjects volumes(Volumes changed, String name) {
        if (changed == volumes) {
            return this;
        }
        Volume before = volume(name);
        ClusterStorageObjects storage =
                new ClusterStorageObjects(claims, changed, classes, capacityTracking, capacities, attachments, mounted);
        Volume after = storage.volume(name);
        if (before != null && after != null && before.isCountedAs(after)) {
            return storage;
        }
        MountedVolumes counted = mounted.recounted(Source.volume(name), storage);
        for (Attachment attachment : attachments.ofVolume(name)) {
            counted = counted.using(attachment.node(), attachment.counted(before), -1)
                    .using(attachment.node(), attachment.counted(after), 1);
        }
        return storage.with(attachments, counted);
    }

    private ClusterStorageObjects classes(PMap<String, StorageClass> changed, String name) {
        if (changed == classes) {
            return this;
        }
        ClusterStorageObjects storage =
                new ClusterStorageObjects(claims, volumes, changed, capacityTracking, capacities, attachments, mounted);
        return storage.with(attachments, mounted.recounted(Source.storageClass(name), storage));
    }

    private ClusterStorageObjects with(Attachments changed, MountedVolumes counted) {
        return changed == attachments && counted == mounted
                ? this
                : new ClusterStorageObjects(claims, volumes, classes, capacityTracking, capacities, changed, counted);
    }

    private ClusterStorageObjects capacityTracking(PMap<String, Boolean> changed) {
        return changed == capacityTracking
                ? this
                : new ClusterStorageObjects(claims, volumes, classes, changed, capacities, attachments, mounted);
    }

    private ClusterStorageObjects capacities(PMap<ClaimKey, Capacity> changed) {
        return changed == capacities
                ? this
                : new ClusterStorageObjects(claims, volumes, classes, capacityTracking, changed, attachments, mounted);
    }

    /**
     * A CSIStorageCapacity: how large a volume of a class can be made for some nodes.
     *
     * @param nodes which nodes, by their labels
     * @param largestBytes negative if it does not say
     */
    public record Capacity(ClaimKey key, String storageClass, LabelSelector nodes, long largestBytes) {}
}
