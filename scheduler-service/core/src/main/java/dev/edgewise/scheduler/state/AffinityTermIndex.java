package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Requirement;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The affinity terms of placed pods, by the labels and the namespace they ask for: so that a pod meets the terms that
 * may name it, not every term of the cluster, and a term once, however many pods have it. Immutable.
 */
final class AffinityTermIndex {
    static final AffinityTermIndex EMPTY = new AffinityTermIndex(HashTreePMap.empty());

    /** Number of pods that have each term, by node. */
    private final PMap<Asked, PMap<ScheduledAffinityTerm, PMap<String, Integer>>> byAsked;

    /**
     * The namespace and the label that a term asks for.
     *
     * @param namespace null unless it speaks of one only
     * @param label null if it asks for no particular value
     */
    private record Asked(@Nullable String namespace, @Nullable Label label) {}

    private record Label(String key, String value) {}

    private AffinityTermIndex(PMap<Asked, PMap<ScheduledAffinityTerm, PMap<String, Integer>>> byAsked) {
        this.byAsked = byAsked;
    }

    AffinityTermIndex with(Pod pod) {
        AffinityTermIndex changed = this;
        for (ScheduledAffinityTerm term : ScheduledAffinityTerm.of(pod)) {
            changed = changed.with(term, pod);
        }
        return changed;
    }

    AffinityTermIndex without(Pod pod) {
        AffinityTermIndex changed = this;
        for (ScheduledAffinityTerm term : ScheduledAffinityTerm.of(pod)) {
            changed = changed.without(term, pod);
        }
        return changed;
    }

    /** Visits every term that may match the pod, with the number of pods that have it on each node. */
    void forTermsNear(Pod pod, BiConsumer<ScheduledAffinityTerm, Map<String, Integer>> visitor) {
        if (byAsked.isEmpty()) {
            return;
        }
        visit(pod, null, visitor);
        pod.labels().forEach((key, value) -> visit(pod, new Label(key, value), visitor));
    }

    private void visit(
            Pod pod, @Nullable Label label, BiConsumer<ScheduledAffinityTerm, Map<String, Integer>> visitor) {
        termsAt(new Asked(null, label)).forEach(visitor);
        termsAt(new Asked(pod.namespace(), label)).forEach(visitor);
    }

    private AffinityTermIndex with(ScheduledAffinityTerm term, Pod pod) {
        Asked asked = asked(term.term());
        PMap<ScheduledAffinityTerm, PMap<String, Integer>> terms = termsAt(asked);
        return new AffinityTermIndex(byAsked.plus(asked, terms.plus(term, PodCountsByNode.plus(terms.get(term), pod))));
    }

    private AffinityTermIndex without(ScheduledAffinityTerm term, Pod pod) {
        Asked asked = asked(term.term());
        PMap<ScheduledAffinityTerm, PMap<String, Integer>> terms = termsAt(asked);
        PMap<String, Integer> counts = PodCountsByNode.minus(terms.get(term), pod);
        terms = counts.isEmpty() ? terms.minus(term) : terms.plus(term, counts);
        return new AffinityTermIndex(terms.isEmpty() ? byAsked.minus(asked) : byAsked.plus(asked, terms));
    }

    private PMap<ScheduledAffinityTerm, PMap<String, Integer>> termsAt(Asked asked) {
        return byAsked.getOrDefault(asked, HashTreePMap.empty());
    }

    private static Asked asked(AffinityTerm term) {
        boolean oneNamespace =
                term.namespaces().size() == 1 && term.namespaceSelector().equals(LabelSelector.NOTHING);
        return new Asked(oneNamespace ? term.namespaces().iterator().next() : null, labelOf(term));
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
