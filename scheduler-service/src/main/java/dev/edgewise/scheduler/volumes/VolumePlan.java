package dev.edgewise.scheduler.volumes;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.storage.Capacity;
import dev.edgewise.scheduler.storage.Claim;
import dev.edgewise.scheduler.storage.Storage;
import dev.edgewise.scheduler.storage.StorageClass;
import dev.edgewise.scheduler.storage.Volume;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done so that a pod's waiting claims have volumes on a node: the smallest claim takes the smallest
 * fitting volume first; what finds none is made by its class's provisioner.
 *
 * <p>Source: FindPodVolumes in kubernetes, pkg/scheduler/framework/plugins/volumebinding/binder.go.
 *
 * @param bindings existing volumes to bind, by claim
 * @param provisions claims to make volumes for
 * @param problem why it cannot be done on that node; null if it can
 */
public record VolumePlan(Map<Claim, Volume> bindings, List<Claim> provisions, @Nullable String problem) {
    /** The plan of a pod without waiting claims. */
    public static final VolumePlan NOTHING = new VolumePlan(Map.of(), List.of(), null);

    static final String NO_VOLUME = "node(s) didn't find available persistent volumes to bind";
    static final String NO_SPACE = "node(s) did not have enough free storage";

    /** The plan for a pod that is about to be bound to the node. */
    public static VolumePlan of(Pod pod, Node node, Storage storage) {
        Claims claims = Claims.of(pod, storage);
        return claims.problem() == null ? of(claims.waiting(), node, storage) : failed(claims.problem());
    }

    /** Whether nothing is left to do before the pod can be bound. */
    public boolean isNothing() {
        return bindings.isEmpty() && provisions.isEmpty();
    }

    /** The storage as it will be: what this plan takes for the node is no longer there for others. */
    public Storage assumedIn(Storage storage, String node) {
        Storage result = storage;
        for (Map.Entry<Claim, Volume> binding : bindings.entrySet()) {
            if (binding.getValue().claim() == null) {
                result = result.assume(binding.getValue(), binding.getKey());
            }
        }
        for (Claim claim : provisions) {
            if (claim.selectedNode() == null) {
                result = result.assume(claim, node);
            }
        }
        return result;
    }

    static VolumePlan of(List<Claim> waiting, Node node, Storage storage) {
        List<Claim> toMatch = new ArrayList<>();
        List<Claim> toProvision = new ArrayList<>();
        for (Claim claim : waiting) {
            if (claim.selectedNode() == null) {
                toMatch.add(claim);
            } else if (claim.isSelectedFor(node.name())) {
                toProvision.add(claim);
            } else {
                return failed(NO_VOLUME);
            }
        }
        toMatch.sort(Comparator.comparingLong(Claim::requestedBytes));
        Map<Claim, Volume> bindings = match(toMatch, node, storage);
        toMatch.stream().filter(claim -> !bindings.containsKey(claim)).forEach(toProvision::add);
        for (Claim claim : toProvision) {
            String problem = whyNotProvisioned(claim, node, storage);
            if (problem != null) {
                return failed(problem);
            }
        }
        return new VolumePlan(bindings, toProvision, null);
    }

    private static Map<Claim, Volume> match(List<Claim> claims, Node node, Storage storage) {
        Map<Claim, Volume> bindings = new HashMap<>();
        Set<String> taken = new HashSet<>();
        for (Claim claim : claims) {
            Volume volume = smallestFitting(claim, node, storage, taken);
            if (volume != null) {
                bindings.put(claim, volume);
                taken.add(volume.name());
            }
        }
        return bindings;
    }

    private static @Nullable Volume smallestFitting(Claim claim, Node node, Storage storage, Set<String> taken) {
        Volume smallest = null;
        for (Volume volume : storage.volumesOf(claim.storageClass())) {
            if (taken.contains(volume.name()) || !couldHold(volume, claim)) {
                continue;
            }
            if (volume.isReservedFor(claim)) {
                return volume.isUsableOn(node) ? volume : null;
            }
            if (isFree(volume, claim)
                    && volume.isUsableOn(node)
                    && (smallest == null || volume.capacityBytes() < smallest.capacityBytes())) {
                smallest = volume;
            }
        }
        return smallest;
    }

    private static boolean couldHold(Volume volume, Claim claim) {
        return volume.capacityBytes() >= claim.requestedBytes()
                && volume.mode().equals(claim.mode())
                && volume.attributesClass().equals(claim.attributesClass())
                && !volume.terminating();
    }

    private static boolean isFree(Volume volume, Claim claim) {
        return volume.claim() == null
                && volume.available()
                && claim.selector().matches(volume.labels())
                && volume.accessModes().containsAll(claim.accessModes());
    }

    private static @Nullable String whyNotProvisioned(Claim claim, Node node, Storage storage) {
        StorageClass storageClass = storage.storageClass(claim.storageClass());
        if (storageClass == null || !storageClass.provisionsFor(node)) {
            return NO_VOLUME;
        }
        return hasSpace(claim, storageClass, node, storage) ? null : NO_SPACE;
    }

    private static boolean hasSpace(Claim claim, StorageClass storageClass, Node node, Storage storage) {
        if (claim.requestedBytes() < 0 || !storage.tracksCapacity(storageClass.provisioner())) {
            return true;
        }
        for (Capacity capacity : storage.capacities().values()) {
            if (capacity.storageClass().equals(storageClass.name())
                    && capacity.largestBytes() >= claim.requestedBytes()
                    && capacity.nodes().matches(node.labels())) {
                return true;
            }
        }
        return false;
    }

    private static VolumePlan failed(String problem) {
        return new VolumePlan(Map.of(), List.of(), problem);
    }
}
