package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.SelectorSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.HashTreePSet;
import org.pcollections.PMap;
import org.pcollections.PSet;

/**
 * The number of pods by labels and node, so that selectors look at groups of identical pods instead of every pod of the
 * cluster or of a node: the replicas of a workload are a few groups, however many they are. Immutable.
 */
final class PodIndex {
    static final PodIndex EMPTY = new PodIndex(HashTreePMap.empty(), HashTreePMap.empty(), HashTreePMap.empty());

    /** Pods of each group by node. */
    private final PMap<IdenticallyLabelledPods, PMap<String, Integer>> pods;

    private final PMap<Label, PSet<IdenticallyLabelledPods>> byLabel;
    private final PMap<String, PSet<IdenticallyLabelledPods>> byNamespace;

    private record Label(String namespace, String key, String value) {}

    private PodIndex(
            PMap<IdenticallyLabelledPods, PMap<String, Integer>> pods,
            PMap<Label, PSet<IdenticallyLabelledPods>> byLabel,
            PMap<String, PSet<IdenticallyLabelledPods>> byNamespace) {
        this.pods = pods;
        this.byLabel = byLabel;
        this.byNamespace = byNamespace;
    }

    /** This index with a pod that is on a node. */
    PodIndex with(Pod pod) {
        IdenticallyLabelledPods group = new IdenticallyLabelledPods(pod);
        PMap<String, Integer> before = pods.get(group);
        PMap<IdenticallyLabelledPods, PMap<String, Integer>> changed =
                pods.plus(group, PodCountsByNode.plus(before, pod));
        return before == null
                ? new PodIndex(changed, labelled(group), listed(group))
                : new PodIndex(changed, byLabel, byNamespace);
    }

    PodIndex without(Pod pod) {
        IdenticallyLabelledPods group = new IdenticallyLabelledPods(pod);
        PMap<String, Integer> counts = PodCountsByNode.minus(pods.get(group), pod);
        return counts.isEmpty()
                ? new PodIndex(pods.minus(group), unlabelled(group), unlisted(group))
                : new PodIndex(pods.plus(group, counts), byLabel, byNamespace);
    }

    /**
     * Returns how many pods of the namespace each selector matches, on each node that holds any. Groups are gone
     * through once, however many selectors there are.
     *
     * @param terminating whether pods count that are being deleted
     */
    List<Map<String, Integer>> matching(String namespace, List<LabelSelector> selectors, boolean terminating) {
        if (selectors.size() == 1) {
            return List.of(matching(namespace, selectors.get(0), terminating));
        }
        SelectorSet set = new SelectorSet(selectors);
        List<List<PMap<String, Integer>>> found = new ArrayList<>(selectors.size());
        selectors.forEach(selector -> found.add(new ArrayList<>()));
        for (IdenticallyLabelledPods group : candidates(namespace, selectors)) {
            if (terminating || !group.terminating()) {
                PMap<String, Integer> byNode = pods.getOrDefault(group, HashTreePMap.empty());
                set.matching(group.labels()).stream()
                        .forEach(matched -> found.get(matched).add(byNode));
            }
        }
        return found.stream().map(PodIndex::sum).toList();
    }

    /** The usual case, for which no set is made. */
    private Map<String, Integer> matching(String namespace, LabelSelector selector, boolean terminating) {
        List<PMap<String, Integer>> found = new ArrayList<>();
        for (IdenticallyLabelledPods group : candidates(namespace, selector)) {
            if ((terminating || !group.terminating()) && selector.matches(group.labels())) {
                found.add(pods.getOrDefault(group, HashTreePMap.empty()));
            }
        }
        return sum(found);
    }

    private static Map<String, Integer> sum(List<PMap<String, Integer>> counts) {
        if (counts.size() <= 1) {
            return counts.isEmpty() ? Map.of() : counts.get(0);
        }
        Map<String, Integer> sums = new HashMap<>();
        counts.forEach(each -> each.forEach((node, count) -> sums.merge(node, count, Integer::sum)));
        return sums;
    }

    /** Returns every group that one of the terms matches, and maybe others, with its number of pods on each node. */
    Map<IdenticallyLabelledPods, ? extends Map<String, Integer>> near(List<AffinityTerm> terms) {
        // Many terms may have the same candidates, which are then visited one time.
        Set<Collection<IdenticallyLabelledPods>> candidates = Collections.newSetFromMap(new IdentityHashMap<>());
        for (AffinityTerm term : terms) {
            if (!term.namespaceSelector().equals(LabelSelector.NOTHING)) {
                return pods;
            }
            term.namespaces().forEach(namespace -> candidates.add(candidates(namespace, term.selector())));
        }
        Map<IdenticallyLabelledPods, Map<String, Integer>> near = new HashMap<>();
        for (Collection<IdenticallyLabelledPods> groups : candidates) {
            groups.forEach(group -> near.put(group, pods.getOrDefault(group, HashTreePMap.empty())));
        }
        return near;
    }

    /** Returns the pods that one of the selectors may match, each once. */
    private Collection<IdenticallyLabelledPods> candidates(String namespace, List<LabelSelector> selectors) {
        Collection<IdenticallyLabelledPods> all = byNamespace.getOrDefault(namespace, HashTreePSet.empty());
        Set<Collection<IdenticallyLabelledPods>> different = Collections.newSetFromMap(new IdentityHashMap<>());
        selectors.forEach(selector -> different.add(candidates(namespace, selector)));
        if (different.size() == 1 || different.contains(all)) {
            return different.size() == 1 ? different.iterator().next() : all;
        }
        Set<IdenticallyLabelledPods> union = new HashSet<>();
        different.forEach(union::addAll);
        return union;
    }

    /** Returns the pods with a label that the selector asks for: the label that the fewest have. */
    private Collection<IdenticallyLabelledPods> candidates(String namespace, LabelSelector selector) {
        PSet<IdenticallyLabelledPods> fewest = null;
        for (Requirement requirement : selector.requirements()) {
            if (requirement.isOneValue()) {
                Label label = new Label(
                        namespace, requirement.key(), requirement.values().get(0));
                PSet<IdenticallyLabelledPods> having = byLabel.getOrDefault(label, HashTreePSet.empty());
                fewest = fewest == null || having.size() < fewest.size() ? having : fewest;
            }
        }
        return fewest != null ? fewest : byNamespace.getOrDefault(namespace, HashTreePSet.empty());
    }

    private PMap<Label, PSet<IdenticallyLabelledPods>> labelled(IdenticallyLabelledPods group) {
        PMap<Label, PSet<IdenticallyLabelledPods>> changed = byLabel;
        for (Map.Entry<String, String> entry : group.labels().entrySet()) {
            Label label = new Label(group.namespace(), entry.getKey(), entry.getValue());
            changed = changed.plus(label, plus(changed.get(label), group));
        }
        return changed;
    }

    private PMap<Label, PSet<IdenticallyLabelledPods>> unlabelled(IdenticallyLabelledPods group) {
        PMap<Label, PSet<IdenticallyLabelledPods>> changed = byLabel;
        for (Map.Entry<String, String> entry : group.labels().entrySet()) {
            changed = minus(changed, new Label(group.namespace(), entry.getKey(), entry.getValue()), group);
        }
        return changed;
    }

    private PMap<String, PSet<IdenticallyLabelledPods>> listed(IdenticallyLabelledPods group) {
        return byNamespace.plus(group.namespace(), plus(byNamespace.get(group.namespace()), group));
    }

    private PMap<String, PSet<IdenticallyLabelledPods>> unlisted(IdenticallyLabelledPods group) {
        return minus(byNamespace, group.namespace(), group);
    }

    private static PSet<IdenticallyLabelledPods> plus(
            @Nullable PSet<IdenticallyLabelledPods> groups, IdenticallyLabelledPods group) {
        return groups == null ? HashTreePSet.singleton(group) : groups.plus(group);
    }

    private static <K> PMap<K, PSet<IdenticallyLabelledPods>> minus(
            PMap<K, PSet<IdenticallyLabelledPods>> sets, K key, IdenticallyLabelledPods group) {
        PSet<IdenticallyLabelledPods> rest =
                sets.getOrDefault(key, HashTreePSet.empty()).minus(group);
        return rest.isEmpty() ? sets.minus(key) : sets.plus(key, rest);
    }
}
