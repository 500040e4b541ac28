package dev.edgewise.scheduler.model;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A node as placement sees it. Its taints say whether it is ready, as in kube-scheduler.
 *
 * @param unschedulable cordoned
 * @param maxPods how many pods its kubelet takes
 * @param images size in bytes of each image that is already there, by each of its names
 * @param features names of the features that its kubelet declares
 * @param keepsPods whether its pods stay with it when it fails, as it continues by itself: they are not protected
 */
public record Node(
        String name,
        Map<String, String> labels,
        boolean unschedulable,
        List<Taint> taints,
        Resources allocatable,
        long maxPods,
        Map<String, Long> images,
        Set<String> features,
        boolean keepsPods) {
    public static final String ZONE_LABEL = "topology.kubernetes.io/zone";

    public Node {
        Objects.requireNonNull(name, "name");
        labels = Map.copyOf(labels);
        taints = List.copyOf(taints);
        images = Map.copyOf(images);
        features = Set.copyOf(features);
    }

    /** A node whose pods may restart elsewhere. */
    public Node(
            String name,
            Map<String, String> labels,
            boolean unschedulable,
            List<Taint> taints,
            Resources allocatable,
            long maxPods,
            Map<String, Long> images,
            Set<String> features) {
        this(name, labels, unschedulable, taints, allocatable, maxPods, images, features, false);
    }

    /** Returns the zone that its label names; empty if it has none. */
    public String zone() {
        return labels.getOrDefault(ZONE_LABEL, "");
    }

    /** Returns whether it has a taint that keeps pods away that do not tolerate it. */
    public boolean excludes() {
        return isTainted(Taint::excludes);
    }

    /** Returns whether Kubernetes says that it is not ready, or that it cannot be reached. */
    public boolean isLost() {
        return isTainted(
                taint -> taint.key().equals(Taint.NOT_READY) || taint.key().equals(Taint.UNREACHABLE));
    }

    /** Returns whether other schedulers are kept away, as pods restart here. */
    public boolean isForRestarts() {
        return isTainted(Taint::isForOthers);
    }

    /** This is called for all nodes several times a second: iterating by index allocates nothing. */
    private boolean isTainted(Predicate<Taint> by) {
        for (int i = 0; i < taints.size(); i++) {
            if (by.test(taints.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** Returns a placeholder for a node that pods name but the API server does not have. */
    public static Node absent(String name) {
        return new Node(name, Map.of(), true, List.of(), Resources.NONE, 0, Map.of(), Set.of());
    }
}
