package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Requirement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * Which placed pods have affinity terms that may speak of a pod, by the labels the terms ask for: so that a pod meets
 * the terms that name it, not every term of the cluster. Immutable.
 */
public final class TermIndex {
    static final TermIndex EMPTY = new TermIndex(HashTreePMap.empty(), HashTreePMap.empty());

    private final PMap<Label, PMap<PodKey, Pod>> byLabel;
    /** Pods with a term that asks for no particular label. */
    private final PMap<PodKey, Pod> others;

    private record Label(String key, String value) {}

    private TermIndex(PMap<Label, PMap<PodKey, Pod>> byLabel, PMap<PodKey, Pod> others) {
        this.byLabel = byLabel;
        this.others = others;
    }

    TermIndex with(Pod pod) {
        TermIndex changed = this;
        for (AffinityTerm term : termsOf(pod)) {
            changed = changed.with(labelOf(term), pod);
        }
        return changed;
    }

    TermIndex without(Pod pod) {
        TermIndex changed = this;
        for (AffinityTerm term : termsOf(pod)) {
            changed = changed.without(labelOf(term), pod.key());
        }
        return changed;
    }

    /** Every pod with a term that speaks of this one, and maybe some more. */
    Collection<Pod> mayConcern(Pod pod) {
        if (byLabel.isEmpty() && others.isEmpty()) {
            return List.of();
        }
        Map<PodKey, Pod> found = new LinkedHashMap<>(others);
        pod.labels()
                .forEach((key, value) ->
                        found.putAll(byLabel.getOrDefault(new Label(key, value), HashTreePMap.empty())));
        return found.values();
    }

    private TermIndex with(@Nullable Label label, Pod pod) {
        if (label == null) {
            return new TermIndex(byLabel, others.plus(pod.key(), pod));
        }
        PMap<PodKey, Pod> pods = byLabel.getOrDefault(label, HashTreePMap.empty());
        return new TermIndex(byLabel.plus(label, pods.plus(pod.key(), pod)), others);
    }

    private TermIndex without(@Nullable Label label, PodKey key) {
        if (label == null) {
            return new TermIndex(byLabel, others.minus(key));
        }
        PMap<PodKey, Pod> pods =
                byLabel.getOrDefault(label, HashTreePMap.empty()).minus(key);
        return new TermIndex(pods.isEmpty() ? byLabel.minus(label) : byLabel.plus(label, pods), others);
    }

    private static List<AffinityTerm> termsOf(Pod pod) {
        PodAffinity affinity = pod.spec().podAffinity();
        if (affinity.isNone()) {
            return List.of();
        }
        List<AffinityTerm> terms = new ArrayList<>(affinity.required());
        terms.addAll(affinity.requiredAnti());
        affinity.preferred().forEach(weighted -> terms.add(weighted.term()));
        affinity.preferredAnti().forEach(weighted -> terms.add(weighted.term()));
        return terms;
    }

    private static @Nullable Label labelOf(AffinityTerm term) {
        for (Requirement requirement : term.selector().requirements()) {
            if (requirement.isOneValue()) {
                return new Label(requirement.key(), requirement.values().get(0));
            }
        }
        return null;
    }
}
