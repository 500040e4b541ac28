package dev.edgewise.scheduler.explain;

import dev.edgewise.common.security.Permission;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.PodAffinity.Weighted;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The permissions that a caller needs to have a pod explained: its affinity reveals where pods of other namespaces run.
 */
final class NeededPermissions {
    /**
     * The maximum number of namespaces, as each is a request to the API server; callers that name more need permission
     * for all.
     */
    private static final int MOST_NAMESPACES = 10;

    private NeededPermissions() {}

    static List<Permission> toExplain(Pod pod) {
        return toSee(List.of(pod), Set.of());
    }

    /** @param others namespaces that are named besides those of the pods and their affinity */
    static List<Permission> toSee(List<Pod> pods, Set<String> others) {
        SortedSet<String> namespaces = new TreeSet<>(others);
        boolean all = false;
        for (Pod pod : pods) {
            namespaces.add(pod.namespace());
            for (AffinityTerm term : terms(pod.spec().podAffinity())) {
                namespaces.addAll(term.namespaces());
                all |= !term.namespaceSelector().equals(LabelSelector.NOTHING);
            }
        }
        if (all || namespaces.size() > MOST_NAMESPACES) {
            return List.of(getPods(null));
        }
        return namespaces.stream().map(NeededPermissions::getPods).toList();
    }

    /** @param namespace null for all */
    static Permission getPods(@Nullable String namespace) {
        return new Permission("get", "", "pods", namespace);
    }

    private static List<AffinityTerm> terms(PodAffinity affinity) {
        return Stream.of(
                        affinity.required().stream(),
                        affinity.requiredAnti().stream(),
                        affinity.preferred().stream().map(Weighted::term),
                        affinity.preferredAnti().stream().map(Weighted::term))
                .flatMap(terms -> terms)
                .toList();
    }
}
