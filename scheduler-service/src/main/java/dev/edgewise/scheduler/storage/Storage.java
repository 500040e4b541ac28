package dev.edgewise.scheduler.storage;

import dev.edgewise.scheduler.model.LabelSelector;
import java.util.Collection;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * All storage objects of the cluster at one moment. Immutable: each change gives a new one that shares the rest, or this one where nothing differs.
 *
 * @param capacityTracking whether a CSI driver publishes its capacity, by driver
 * @param attachments what nodes can attach, and what they have attached
 */
public record Storage(
        PMap<ClaimKey, Claim> claims,
        Volumes volumes,
        PMap<String, StorageClass> classes,
        PMap<String, Boolean> capacityTracking,
        PMap<ClaimKey, Capacity> capacities,
        Attachments attachments) {
    public static final Storage EMPTY = new Storage(
            HashTreePMap.empty(),
            Volumes.NONE,
            HashTreePMap.empty(),
            HashTreePMap.empty(),
            HashTreePMap.empty(),
            Attachments.NONE);

    public @Nullable Claim claim(ClaimKey key) {
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

    /** Takes in a claim as the API server reports it; what was assumed of it stays until the API server knows. */
    public Storage withClaim(Claim claim) {
        return put(claim.after(claims.get(claim.key())));
    }

    public Storage withoutClaim(ClaimKey key) {
        Storage rest = forget(key);
        return rest.claims(rest.claims.minus(key));
    }

    /** Takes in a volume as the API server reports it; what was assumed of it stays until the API server knows. */
    public Storage withVolume(Volume volume) {
        return put(volume.after(volume(volume.name())));
    }

    /** This storage if the volume, which is nobody's, were kept for the claim. */
    public Storage assume(Volume volume, Claim claim) {
        return put(volume.keptFor(new Volume.Reserved(claim.key(), claim.uid(), true)));
    }

    /** This storage if the node were selected for the claim, which has none. */
    public Storage assume(Claim claim, String node) {
        return put(claim.selecting(new Claim.Selected(node, true)));
    }

    /** This storage without what is still merely assumed for the claim, if it is not bound. */
    public Storage forget(ClaimKey key) {
        Claim claim = claims.get(key);
        if (claim == null || claim.isBound()) {
            return this;
        }
        Storage rest = claim.isAssumed() ? put(claim.selecting(null)) : this;
        for (Volume volume : volumes.assumedFor(key)) {
            rest = rest.put(volume.keptFor(null));
        }
        return rest;
    }

    private Storage put(Claim claim) {
        return claim.equals(claims.get(claim.key())) ? this : claims(claims.plus(claim.key(), claim));
    }

    private Storage put(Volume volume) {
        return volume.equals(volume(volume.name())) ? this : volumes(volumes.with(volume));
    }

    public Storage withoutVolume(String name) {
        return volumes(volumes.without(name));
    }

    public Storage withClass(StorageClass storageClass) {
        return storageClass.equals(classes.get(storageClass.name()))
                ? this
                : classes(classes.plus(storageClass.name(), storageClass));
    }

    public Storage withoutClass(String name) {
        return classes(classes.minus(name));
    }

    public Storage withDriver(String driver, boolean tracksCapacity) {
        return Boolean.valueOf(tracksCapacity).equals(capacityTracking.get(driver))
                ? this
                : capacityTracking(capacityTracking.plus(driver, tracksCapacity));
    }

    public Storage withoutDriver(String driver) {
        return capacityTracking(capacityTracking.minus(driver));
    }

    public Storage withCapacity(Capacity capacity) {
        return capacity.equals(capacities.get(capacity.key()))
                ? this
                : capacities(capacities.plus(capacity.key(), capacity));
    }

    public Storage withoutCapacity(ClaimKey key) {
        return capacities(capacities.minus(key));
    }

    /** This storage with other attachments; itself if they are the same. */
    public Storage attaching(UnaryOperator<Attachments> change) {
        Attachments changed = change.apply(attachments);
        return changed == attachments
                ? this
                : new Storage(claims, volumes, classes, capacityTracking, capacities, changed);
    }

    private Storage claims(PMap<ClaimKey, Claim> changed) {
        return changed == claims
                ? this
                : new Storage(changed, volumes, classes, capacityTracking, capacities, attachments);
    }

    private Storage volumes(Volumes changed) {
        return changed == volumes
                ? this
                : new Storage(claims, changed, classes, capacityTracking, capacities, attachments);
    }

    private Storage classes(PMap<String, StorageClass> changed) {
        return changed == classes
                ? this
                : new Storage(claims, volumes, changed, capacityTracking, capacities, attachments);
    }

    private Storage capacityTracking(PMap<String, Boolean> changed) {
        return changed == capacityTracking
                ? this
                : new Storage(claims, volumes, classes, changed, capacities, attachments);
    }

    private Storage capacities(PMap<ClaimKey, Capacity> changed) {
        return changed == capacities
                ? this
                : new Storage(claims, volumes, classes, capacityTracking, changed, attachments);
    }

    /**
     * A CSIStorageCapacity: how large a volume of a class can be made for some nodes.
     *
     * @param nodes which nodes, by their labels
     * @param largestBytes negative if it does not say
     */
    public record Capacity(ClaimKey key, String storageClass, LabelSelector nodes, long largestBytes) {}
}
