package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.HostPort;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Resources;
import java.util.ArrayList;
import java.util.List;

/**
 * A node with the pods that occupy it, bound or assumed. Immutable; sums are kept, not computed.
 *
 * @param requested what its pods need in all
 * @param nonZeroRequested the same with the defaults that scores use
 * @param usedPorts host ports its pods hold
 * @param lowestPriority of its pods; the largest integer if it has none
 */
public record NodeState(
        Node node,
        List<Pod> pods,
        Resources requested,
        Resources nonZeroRequested,
        List<HostPort> usedPorts,
        int lowestPriority) {

    public static NodeState of(Node node) {
        return new NodeState(node, List.of(), Resources.NONE, Resources.NONE, List.of(), Integer.MAX_VALUE);
    }

    public String name() {
        return node.name();
    }

    /** The same pods on a node that changed. */
    public NodeState on(Node changed) {
        return new NodeState(changed, pods, requested, nonZeroRequested, usedPorts, lowestPriority);
    }

    public NodeState with(Pod pod) {
        return new NodeState(
                node,
                added(pods, pod),
                requested.plus(pod.spec().requests().needed()),
                nonZeroRequested.plus(pod.spec().requests().nonZero()),
                pod.spec().hostPorts().isEmpty()
                        ? usedPorts
                        : joined(usedPorts, pod.spec().hostPorts()),
                Math.min(lowestPriority, pod.spec().priority()));
    }

    /** This node without the pod of that name; the same object if it has none. */
    public NodeState without(PodKey key) {
        for (Pod pod : pods) {
            if (pod.key().equals(key)) {
                return without(pod);
            }
        }
        return this;
    }

    /** This node without those of its pods; they are recognised as objects, not by name. */
    public NodeState without(List<Pod> gone) {
        if (gone.size() == pods.size()) {
            return of(node);
        }
        List<Pod> rest = new ArrayList<>(pods.size());
        for (Pod pod : pods) {
            if (!isAmong(gone, pod)) {
                rest.add(pod);
            }
        }
        Resources needed = requested;
        Resources nonZero = nonZeroRequested;
        for (Pod pod : gone) {
            needed = needed.minus(pod.spec().requests().needed());
            nonZero = nonZero.minus(pod.spec().requests().nonZero());
        }
        return new NodeState(node, rest, needed, nonZero, portsOf(rest), lowestOf(rest));
    }

    public boolean holds(PodKey key) {
        for (Pod pod : pods) {
            if (pod.key().equals(key)) {
                return true;
            }
        }
        return false;
    }

    private NodeState without(Pod pod) {
        List<Pod> rest = removed(pods, pod);
        return new NodeState(
                node,
                rest,
                requested.minus(pod.spec().requests().needed()),
                nonZeroRequested.minus(pod.spec().requests().nonZero()),
                pod.spec().hostPorts().isEmpty() ? usedPorts : portsOf(rest),
                pod.spec().priority() == lowestPriority ? lowestOf(rest) : lowestPriority);
    }

    private static boolean isAmong(List<Pod> pods, Pod pod) {
        for (Pod other : pods) {
            if (other == pod) {
                return true;
            }
        }
        return false;
    }

    private static int lowestOf(List<Pod> pods) {
        int lowest = Integer.MAX_VALUE;
        for (Pod pod : pods) {
            lowest = Math.min(lowest, pod.spec().priority());
        }
        return lowest;
    }

    private static List<HostPort> portsOf(List<Pod> pods) {
        List<HostPort> ports = List.of();
        for (Pod pod : pods) {
            if (!pod.spec().hostPorts().isEmpty()) {
                ports = joined(ports, pod.spec().hostPorts());
            }
        }
        return ports;
    }

    private static <T> List<T> added(List<T> list, T element) {
        List<T> result = new ArrayList<>(list.size() + 1);
        result.addAll(list);
        result.add(element);
        return result;
    }

    private static <T> List<T> joined(List<T> list, List<T> more) {
        List<T> result = new ArrayList<>(list);
        result.addAll(more);
        return result;
    }

    private static <T> List<T> removed(List<T> list, T element) {
        if (list.isEmpty()) {
            return list;
        }
        List<T> result = new ArrayList<>(list);
        result.removeIf(candidate -> candidate == element);
        return result;
    }
}
