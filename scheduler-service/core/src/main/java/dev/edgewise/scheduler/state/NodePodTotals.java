package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.HostPorts;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import java.util.List;
import java.util.Map;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The total requests of a node's pods. A pod costs as many steps as it names resources that the node offers, whatever
 * the others name: names that the node does not offer are not kept, as it can serve no pod with them. Immutable.
 *
 * @param amounts of CPU, memory and ephemeral storage
 * @param nonZero the same with the defaults that scores use
 * @param scalars of the other resources that the node offers
 * @param ports of those pods that take some
 */
record NodePodTotals(Resources amounts, Resources nonZero, PMap<String, Long> scalars, List<HostPorts> ports) {
    static final NodePodTotals NONE =
            new NodePodTotals(Resources.NONE, Resources.NONE, HashTreePMap.empty(), List.of());

    /** @param offered what the node has of other resources */
    NodePodTotals with(Pod pod, Map<String, Long> offered) {
        Resources needed = pod.spec().requests().needed();
        HostPorts taken = pod.spec().hostPorts();
        return new NodePodTotals(
                amounts.plus(needed.withoutScalars()),
                nonZero.plus(pod.spec().requests().nonZero().withoutScalars()),
                changed(scalars, needed.scalars(), offered, 1),
                taken.isEmpty() ? ports : PodLists.added(ports, taken));
    }

    /** @param offered the same as when the pod was added */
    NodePodTotals without(Pod pod, Map<String, Long> offered) {
        Resources needed = pod.spec().requests().needed();
        HostPorts taken = pod.spec().hostPorts();
        return new NodePodTotals(
                amounts.minus(needed.withoutScalars()),
                nonZero.minus(pod.spec().requests().nonZero().withoutScalars()),
                changed(scalars, needed.scalars(), offered, -1),
                taken.isEmpty() ? ports : PodLists.withoutOne(ports, taken));
    }

    /** Returns the totals of the same pods on a node that offers other resources. */
    NodePodTotals offering(Map<String, Long> offered, List<Pod> pods) {
        PMap<String, Long> sums = HashTreePMap.empty();
        for (Pod pod : pods) {
            sums = changed(sums, pod.spec().requests().needed().scalars(), offered, 1);
        }
        return new NodePodTotals(amounts, nonZero, sums, ports);
    }

    /** Returns all amounts, including the other resources. */
    Resources all() {
        return new Resources(amounts.milliCpu(), amounts.memory(), amounts.ephemeralStorage(), scalars);
    }

    private static PMap<String, Long> changed(
            PMap<String, Long> sums, Map<String, Long> named, Map<String, Long> offered, int sign) {
        PMap<String, Long> changed = sums;
        for (String name : (named.size() <= offered.size() ? named : offered).keySet()) {
            long amount = named.getOrDefault(name, 0L);
            if (amount != 0 && offered.containsKey(name)) {
                long sum = changed.getOrDefault(name, 0L) + sign * amount;
                changed = sum == 0 ? changed.minus(name) : changed.plus(name, sum);
            }
        }
        return changed;
    }
}
