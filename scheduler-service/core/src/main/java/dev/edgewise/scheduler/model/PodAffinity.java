package dev.edgewise.scheduler.model;

import java.util.List;

/** Pods with which a pod must, must not, would and would rather not share a topology domain. */
public record PodAffinity(
        List<AffinityTerm> required,
        List<AffinityTerm> requiredAnti,
        List<Weighted> preferred,
        List<Weighted> preferredAnti) {
    public static final PodAffinity NONE = new PodAffinity(List.of(), List.of(), List.of(), List.of());

    /**
     * A preference.
     *
     * @param weight 1 to 100
     */
    public record Weighted(int weight, AffinityTerm term) {}

    public PodAffinity {
        required = List.copyOf(required);
        requiredAnti = List.copyOf(requiredAnti);
        preferred = List.copyOf(preferred);
        preferredAnti = List.copyOf(preferredAnti);
    }

    /** Returns whether a pod with this affinity can matter to others that have none themselves. */
    public boolean isNone() {
        return required.isEmpty() && requiredAnti.isEmpty() && preferred.isEmpty() && preferredAnti.isEmpty();
    }
}
