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
 */
public record NodeState(
        Node node, List<Pod> pods, Resources requested, Resources nonZeroRequested, List<HostPort> usedPorts) {

    public static NodeState of(Node node) {
        return new NodeState(node, List.of(), Resources.NONE, Resources.NONE, List.of());
    }

    public String name() {
        return node.name();
    }

    /** The same pods on a node that changed. */
    public NodeState on(Node changed) {
        return new NodeState(changed, pods, requested, nonZeroRequested, usedPorts);
    }

    public NodeState with(Pod pod) {
        return new NodeState(
                node,
                added(pods, pod),
                requested.plus(pod.spec().requests().needed()),
                nonZeroRequested.plus(pod.spec().requests().nonZero()),
                pod.spec().hostPorts().isEmpty()
                        ? usedPorts
                        : joined(usedPorts, pod.spec().hostPorts()));
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
                pod.spec().hostPorts().isEmpty() ? usedPorts : portsOf(rest));
    }

    private static List<HostPort> portsOf(List<Pod> pods) {
        return pods.stream().flatMap(pod -> pod.spec().hostPorts().stream()).toList();
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
