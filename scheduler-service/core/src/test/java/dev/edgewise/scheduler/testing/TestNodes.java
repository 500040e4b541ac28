package dev.edgewise.scheduler.testing;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.state.NodeState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Nodes for tests: {@code node("n1").cpu("2").label("zone", "a").build()}. A node has 4 cores, 8 GiB, 100 GiB of
 * ephemeral storage, 110 pods and its host name label unless a test says otherwise.
 */
public final class TestNodes {
    public static final String HOSTNAME = "kubernetes.io/hostname";
    public static final String ZONE = "topology.kubernetes.io/zone";

    private TestNodes() {}

    public static Builder node(String name) {
        return new Builder(name);
    }

    /** A node being described. */
    public static final class Builder {
        private final String name;
        private final Map<String, String> labels = new HashMap<>();
        private final List<Taint> taints = new ArrayList<>();
        private final Map<String, Long> scalars = new HashMap<>();
        private final Map<String, Long> images = new HashMap<>();
        private final Set<String> features = new HashSet<>();
        private boolean unschedulable;
        private boolean keepsPods;
        private long milliCpu = Quantities.milli("4");
        private long memory = Quantities.bytes("8Gi");
        private long ephemeralStorage = Quantities.bytes("100Gi");
        private long maxPods = 110;

        private Builder(String name) {
            this.name = name;
            labels.put(HOSTNAME, name);
        }

        public Builder cpu(String quantity) {
            milliCpu = Quantities.milli(quantity);
            return this;
        }

        public Builder memory(String quantity) {
            memory = Quantities.bytes(quantity);
            return this;
        }

        public Builder ephemeralStorage(String quantity) {
            ephemeralStorage = Quantities.bytes(quantity);
            return this;
        }

        public Builder scalar(String resource, long amount) {
            scalars.put(resource, amount);
            return this;
        }

        public Builder maxPods(long pods) {
            maxPods = pods;
            return this;
        }

        public Builder label(String key, String value) {
            labels.put(key, value);
            return this;
        }

        public Builder zone(String zone) {
            return label(ZONE, zone);
        }

        public Builder taint(String key, String value, Taint.Effect effect) {
            taints.add(new Taint(key, value, effect));
            return this;
        }

        public Builder cordoned() {
            unschedulable = true;
            return this;
        }

        /** The node keeps its pods when it fails. */
        public Builder keepingPods() {
            keepsPods = true;
            return this;
        }

        public Builder image(String image, String size) {
            images.put(image, Quantities.bytes(size));
            return this;
        }

        /** The node's kubelet declares the feature. */
        public Builder declaring(String feature) {
            features.add(feature);
            return this;
        }

        public Node build() {
            Resources allocatable = new Resources(milliCpu, memory, ephemeralStorage, scalars);
            return new Node(name, labels, unschedulable, taints, allocatable, maxPods, images, features, keepsPods);
        }

        /** The node with these pods on it, whatever node they name. */
        public NodeState with(Pod... pods) {
            NodeState state = NodeState.of(build());
            for (Pod pod : pods) {
                state = state.with(pod.assignedTo(name));
            }
            return state;
        }
    }
}
