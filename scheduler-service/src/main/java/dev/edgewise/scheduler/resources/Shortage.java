package dev.edgewise.scheduler.resources;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Collects everything that a node has too little of. Evicting helps unless even the empty node would be too small. */
final class Shortage {
    private final List<String> reasons = new ArrayList<>(2);
    private boolean tooSmall;

    private Shortage() {}

    static Rejection of(Resources request, NodeState node) {
        Shortage shortage = new Shortage();
        Resources all = node.node().allocatable();
        Resources used = node.requested();
        if (node.pods().size() >= node.node().maxPods()) {
            shortage.reasons.add("Too many pods");
        }
        shortage.add("cpu", request.milliCpu(), all.milliCpu(), used.milliCpu());
        shortage.add("memory", request.memory(), all.memory(), used.memory());
        shortage.add("ephemeral-storage", request.ephemeralStorage(), all.ephemeralStorage(), used.ephemeralStorage());
        new TreeMap<>(request.scalars())
                .forEach((name, amount) -> shortage.add(name, amount, all.scalar(name), used.scalar(name)));
        return new Rejection(NodeResourcesFit.NAME, shortage.reasons, !shortage.tooSmall);
    }

    private void add(String resource, long request, long allocatable, long used) {
        if (!NodeResourcesFit.fits(request, allocatable, used)) {
            reasons.add("Insufficient " + resource);
            tooSmall |= request > allocatable;
        }
    }
}
