package dev.edgewise.scheduler.slots.web.external;

import dev.edgewise.scheduler.slots.model.Testbed;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A testbed as clients of the prototype know it.
 *
 * @param slotsByNode its slots by the names of nodes; those of a node by position
 */
record ExternalTestbed(
        String name,
        String state,
        int numberOfNodes,
        int numberOfSlotsPerNode,
        Map<String, List<ExternalSlot>> slotsByNode) {
    static ExternalTestbed of(Testbed testbed) {
        Map<String, List<ExternalSlot>> byNode = testbed.status().slots().stream()
                .map(ExternalSlot::of)
                .collect(Collectors.groupingBy(ExternalSlot::nodeName, TreeMap::new, Collectors.toList()));
        return new ExternalTestbed(
                testbed.name(),
                testbed.status().state().name(),
                byNode.size(),
                testbed.spec().slotsPerNode(),
                byNode);
    }
}
