package dev.edgewise.scheduler.plugins.volumes;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects.Capacity;
import dev.edgewise.scheduler.model.storage.StorageClass;
import dev.edgewise.scheduler.model.storage.Volume;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The volumes that a claim may get, whatever the node: found once, so that each node only looks at those that it can
 * use.
 */
final class VolumeCandidates {
    private static final Comparator<Volume> SMALLEST_FIRST =
            Comparator.comparingLong(Volume::capacityBytes).thenComparing(Volume::name);

    private final VolumeClaim claim;
    private final ClusterStorageObjects storage;
    /** The volumes that are kept for the claim. */
    private final List<Volume> reserved = new ArrayList<>();

    private final NodeLabelRequirementIndex<Volume> free = new NodeLabelRequirementIndex<>();
    private @Nullable NodeLabelRequirementIndex<Capacity> capacities;

    private VolumeCandidates(VolumeClaim claim, ClusterStorageObjects storage) {
        this.claim = claim;
        this.storage = storage;
        // No volume is looked for where one is about to be made.
        if (claim.selectedNode() == null) {
            findVolumes();
        }
    }

    static List<VolumeCandidates> of(List<VolumeClaim> waiting, ClusterStorageObjects storage) {
        return waiting.stream()
                .map(claim -> new VolumeCandidates(claim, storage))
                .toList();
    }

    VolumeClaim claim() {
        return claim;
    }

    /**
     * The volume that is kept for the claim, or else the smallest free one.
     *
     * @param taken names of volumes that others take
     * @return null if the node can use none
     */
    @Nullable
    Volume volumeFor(Node node, Set<String> taken) {
        for (Volume volume : reserved) {
            if (!taken.contains(volume.name())) {
                return volume.isUsableOn(node) ? volume : null;
            }
        }
        Volume smallest = null;
        for (List<Volume> volumes : free.near(node)) {
            Volume candidate = firstUsable(volumes, node, taken);
            if (candidate != null && (smallest == null || SMALLEST_FIRST.compare(candidate, smallest) < 0)) {
                smallest = candidate;
            }
        }
        return smallest;
    }

    /** Returns why no volume can be made; null if one can. */
    @Nullable
    String whyNotProvisioned(Node node) {
        StorageClass storageClass = storage.storageClass(claim.storageClass());
        if (storageClass == null || !storageClass.provisionsFor(node)) {
            return VolumePlan.NO_VOLUME;
        }
        return hasSpace(storageClass, node) ? null : VolumePlan.NO_SPACE;
    }

    private void findVolumes() {
        List<Volume> fitting = new ArrayList<>();
        for (Volume volume : storage.volumesOf(claim.storageClass())) {
            if (couldHold(volume)) {
                if (volume.isReservedFor(claim)) {
                    reserved.add(volume);
                } else if (isFree(volume)) {
                    fitting.add(volume);
                }
            }
        }
        fitting.sort(SMALLEST_FIRST);
        for (Volume volume : fitting) {
            List<NodeTerm> affinity = volume.nodeAffinity();
            if (affinity == null) {
                free.addAnywhere(volume);
            } else {
                free.add(volume, affinity.stream().map(NodeTerm::expressions).toList());
            }
        }
    }

    private boolean couldHold(Volume volume) {
        return volume.capacityBytes() >= claim.requestedBytes()
                && volume.mode().equals(claim.mode())
                && volume.attributesClass().equals(claim.attributesClass())
                && !volume.terminating();
    }

    private boolean isFree(Volume volume) {
        return volume.claim() == null
                && volume.available()
                && claim.selector().matches(volume.labels())
                && volume.accessModes().containsAll(claim.accessModes());
    }

    private static @Nullable Volume firstUsable(List<Volume> volumes, Node node, Set<String> taken) {
        for (Volume volume : volumes) {
            if (!taken.contains(volume.name()) && volume.isUsableOn(node)) {
                return volume;
            }
        }
        return null;
    }

    private boolean hasSpace(StorageClass storageClass, Node node) {
        if (claim.requestedBytes() < 0 || !storage.tracksCapacity(storageClass.provisioner())) {
            return true;
        }
        for (List<Capacity> near : sufficient(storageClass).near(node)) {
            for (Capacity capacity : near) {
                if (capacity.nodes().matches(node.labels())) {
                    return true;
                }
            }
        }
        return false;
    }

    private NodeLabelRequirementIndex<Capacity> sufficient(StorageClass storageClass) {
        NodeLabelRequirementIndex<Capacity> found = capacities;
        if (found == null) {
            found = new NodeLabelRequirementIndex<>();
            for (Capacity capacity : storage.capacities().values()) {
                if (capacity.storageClass().equals(storageClass.name())
                        && capacity.largestBytes() >= claim.requestedBytes()) {
                    found.add(capacity, List.of(capacity.nodes().requirements()));
                }
            }
            capacities = found;
        }
        return found;
    }
}
