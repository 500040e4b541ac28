package dev.edgewise.sandbox.evaluate.rewards;

import java.util.ArrayList;
import java.util.List;

/** Nodes with room for {@value #ROOM} pods each. */
final class SimulatedCluster {
    private static final int ROOM = 16;

    private final List<List<RunningPod>> nodes = new ArrayList<>();

    SimulatedCluster(int nodes) {
        for (int i = 0; i < nodes; i++) {
            this.nodes.add(new ArrayList<>());
        }
    }

    static String name(int node) {
        return "node-" + node;
    }

    int size() {
        return nodes.size();
    }

    double freeShare(int node) {
        return 1 - (double) nodes.get(node).size() / ROOM;
    }

    void add(RunningPod pod) {
        nodes.get(pod.node()).add(pod);
    }

    void remove(RunningPod pod) {
        nodes.get(pod.node()).remove(pod);
    }

    boolean hasPodSince(SimulatedPodType kind, int node, long second) {
        return nodes.get(node).stream().anyMatch(pod -> pod.task().kind == kind && pod.began() >= second);
    }
}
