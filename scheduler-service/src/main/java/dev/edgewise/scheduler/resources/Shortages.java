package dev.edgewise.scheduler.resources;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything that nodes have too little of for one request. Of thousands of nodes most lack the same: what is lacking is
 * worked out as a few bits and names, and put into words once for each combination.
 */
final class Shortages {
    /** More are counted: nobody reads them, and each is a text. */
    private static final int NAMED = 10;

    private final Resources request;
    private final TreeMap<String, Long> scalars;
    /** Where scalars suffice, by the bits. */
    private final @Nullable Rejection[] plain = new @Nullable Rejection[2 * Lack.TOO_SMALL];

    private final Map<Lack, Rejection> known = new HashMap<>();

    Shortages(Resources request) {
        this.request = request;
        this.scalars = new TreeMap<>(request.scalars());
    }

    /** What a node lacks that does not fit. */
    Rejection on(NodeState node) {
        int bits = bits(node);
        if (!scalars.isEmpty()) {
            return known.computeIfAbsent(withScalars(bits, node), Lack::rejection);
        }
        Rejection rejection = plain[bits];
        if (rejection == null) {
            rejection = new Lack(bits, List.of(), 0).rejection();
            plain[bits] = rejection;
        }
        return rejection;
    }

    private int bits(NodeState node) {
        Resources all = node.allocatable();
        return (node.freePods() > 0 ? 0 : Lack.PODS)
                | bits(Lack.CPU, request.milliCpu(), node.freeMilliCpu(), all.milliCpu())
                | bits(Lack.MEMORY, request.memory(), node.freeMemory(), all.memory())
                | bits(Lack.STORAGE, request.ephemeralStorage(), node.freeEphemeralStorage(), all.ephemeralStorage());
    }

    private Lack withScalars(int bits, NodeState node) {
        int lacking = bits;
        int count = 0;
        List<String> names = new ArrayList<>(2);
        for (Map.Entry<String, Long> scalar : scalars.entrySet()) {
            String name = scalar.getKey();
            if (NodeResourcesFit.fits(scalar.getValue(), node.freeScalar(name))) {
                continue;
            }
            lacking |= scalar.getValue() > node.allocatable().scalar(name) ? Lack.TOO_SMALL : 0;
            count++;
            if (count <= NAMED) {
                names.add(name);
            }
        }
        return new Lack(lacking, names, count - names.size());
    }

    private static int bits(int bit, long request, long free, long allocatable) {
        if (NodeResourcesFit.fits(request, free)) {
            return 0;
        }
        return request > allocatable ? bit | Lack.TOO_SMALL : bit;
    }
}
