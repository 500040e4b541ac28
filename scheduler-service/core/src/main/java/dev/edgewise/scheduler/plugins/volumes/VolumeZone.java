package dev.edgewise.scheduler.plugins.volumes;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.storage.ClaimKey;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.StorageClass;
import dev.edgewise.scheduler.model.storage.Volume;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps pods in the zone and region that the labels of their bound volumes name. A node without any is let through. */
public final class VolumeZone implements Filter {
    public static final String NAME = "VolumeZone";

    private static final Rejection OTHER_ZONE = Rejection.unresolvable(NAME, "node(s) had no available volume zone");
    /** Each label with its present name. */
    private static final Map<String, String> TOPOLOGY_LABELS = Map.of(
            "failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone",
            "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region",
            "topology.kubernetes.io/zone", "topology.kubernetes.io/zone",
            "topology.kubernetes.io/region", "topology.kubernetes.io/region");
    /** Separates the zones of a volume that is in several. */
    private static final String SEPARATOR = "__";

    /** One label of a volume. */
    private record Place(String label, Set<String> values) {
        boolean contains(Node node) {
            String value = node.labels().get(label);
            return values.contains(
                    value != null ? value : node.labels().getOrDefault(TOPOLOGY_LABELS.getOrDefault(label, label), ""));
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        List<Place> places = new ArrayList<>();
        for (PodVolumes.Claim mounted : pod.spec().volumes().claims()) {
            String problem = mounted.ephemeral()
                    ? null
                    : collect(
                            new ClaimKey(pod.namespace(), mounted.name()),
                            snapshot.get(ClusterStorageObjects.FACT),
                            places);
            if (problem != null) {
                return PreparedNodeFilter.never(Rejection.unresolvable(NAME, problem));
            }
        }
        if (places.isEmpty()) {
            return PreparedNodeFilter.PASS;
        }
        return node -> isPlaced(node.node()) && !containsAll(places, node.node()) ? OTHER_ZONE : null;
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.STORAGE_CHANGED, ClusterEvent.NODE_ADDED, ClusterEvent.NODE_LABELS_CHANGED);
    }

    private static @Nullable String collect(ClaimKey key, ClusterStorageObjects storage, List<Place> places) {
        VolumeClaim claim = storage.claim(key);
        if (claim == null) {
            return MountedClaims.notFound(key);
        }
        if (claim.volume().isEmpty()) {
            return whyWithoutVolume(claim, storage);
        }
        Volume volume = storage.volume(claim.volume());
        if (volume == null) {
            return "persistentvolume \"" + claim.volume() + "\" not found";
        }
        for (String label : TOPOLOGY_LABELS.keySet()) {
            String zones = volume.labels().get(label);
            if (zones != null) {
                places.add(new Place(label, Set.copyOf(List.of(zones.split(SEPARATOR)))));
            }
        }
        return null;
    }

    private static @Nullable String whyWithoutVolume(VolumeClaim claim, ClusterStorageObjects storage) {
        if (claim.storageClass().isEmpty()) {
            return "PersistentVolumeClaim had no pv name and storageClass name";
        }
        StorageClass storageClass = storage.storageClass(claim.storageClass());
        if (storageClass == null) {
            return "storageclass.storage.k8s.io \"" + claim.storageClass() + "\" not found";
        }
        return storageClass.waitsForConsumer() ? null : "PersistentVolume had no name";
    }

    private static boolean isPlaced(Node node) {
        return TOPOLOGY_LABELS.keySet().stream().anyMatch(node.labels()::containsKey);
    }

    private static boolean containsAll(List<Place> places, Node node) {
        for (Place place : places) {
            if (!place.contains(node)) {
                return false;
            }
        }
        return true;
    }
}
