package dev.edgewise.scheduler.resources;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.pipeline.Rejection;
import org.jspecify.annotations.Nullable;

/**
 * Everything that nodes have too little of for one request. Of thousands of nodes most lack the same: what is lacking is
 * worked out as a few bits, and put into words once for each combination.
 */
final class Shortages {
    private static final int PODS = 1;
    private static final int CPU = 2;
    private static final int MEMORY = 4;
    private static final int STORAGE = 8;
    private static final int TOO_SMALL = 16;

    private final Resources request;
    private final @Nullable Rejection[] known = new @Nullable Rejection[2 * TOO_SMALL];

    Shortages(Resources request) {
        this.request = request;
    }

    /** What a node lacks that does not fit. */
    Rejection on(NodeState node) {
        if (!request.scalars().isEmpty()) {
            return Shortage.of(request, node);
        }
        int lacking = lacking(node);
        Rejection rejection = known[lacking];
        if (rejection == null) {
            rejection = Shortage.of(request, node);
            known[lacking] = rejection;
        }
        return rejection;
    }

    private int lacking(NodeState node) {
        Resources all = node.node().allocatable();
        Resources used = node.requested();
        return (node.pods().size() < node.node().maxPods() ? 0 : PODS)
                | lacking(CPU, request.milliCpu(), all.milliCpu(), used.milliCpu())
                | lacking(MEMORY, request.memory(), all.memory(), used.memory())
                | lacking(STORAGE, request.ephemeralStorage(), all.ephemeralStorage(), used.ephemeralStorage());
    }

    private static int lacking(int bit, long request, long allocatable, long used) {
        if (NodeResourcesFit.fits(request, allocatable, used)) {
            return 0;
        }
        return request > allocatable ? bit | TOO_SMALL : bit;
    }
}
