package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Node;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The resources, images and labels that any node has, so that nodes are not asked about names that a tenant invents.
 * Immutable.
 *
 * @param resources how many nodes have some of a resource besides CPU, memory and ephemeral storage
 * @param images how many nodes have an image, by each of its names
 * @param labels how many nodes have a label, by its key
 */
record NodeFeatureCounts(PMap<String, Integer> resources, PMap<String, Integer> images, PMap<String, Integer> labels) {
    static final NodeFeatureCounts EMPTY =
            new NodeFeatureCounts(HashTreePMap.empty(), HashTreePMap.empty(), HashTreePMap.empty());

    /** Takes in the change of one node; null where it is not there. */
    NodeFeatureCounts replace(@Nullable Node before, @Nullable Node after) {
        return new NodeFeatureCounts(
                replace(resources, resourcesOf(before), resourcesOf(after)),
                replace(images, imagesOf(before), imagesOf(after)),
                replace(labels, labelsOf(before), labelsOf(after)));
    }

    private static PMap<String, Integer> replace(
            PMap<String, Integer> counts, Collection<String> before, Collection<String> after) {
        return before.equals(after) ? counts : count(count(counts, after, 1), before, -1);
    }

    private static PMap<String, Integer> count(PMap<String, Integer> counts, Collection<String> names, int by) {
        PMap<String, Integer> counted = counts;
        for (String name : names) {
            int count = counted.getOrDefault(name, 0) + by;
            counted = count == 0 ? counted.minus(name) : counted.plus(name, count);
        }
        return counted;
    }

    private static Collection<String> resourcesOf(@Nullable Node node) {
        return node == null
                ? List.of()
                : node.allocatable().scalars().entrySet().stream()
                        .filter(amount -> amount.getValue() > 0)
                        .map(Map.Entry::getKey)
                        .sorted()
                        .toList();
    }

    private static Collection<String> labelsOf(@Nullable Node node) {
        return node == null ? Set.of() : node.labels().keySet();
    }

    private static Collection<String> imagesOf(@Nullable Node node) {
        return node == null ? Set.of() : node.images().keySet();
    }
}
