package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.FreeCapacity;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.UntaintedNodes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a request fits into the free capacity of nodes, and names all resources of which they have too little.
 * Most of thousands of nodes lack the same resources: these are worked out as a few bits and names, and put into words
 * once for each combination. Nodes are not asked about names that no node offers.
 */
final class FitCheck implements PreparedNodeFilter {
    /** Maximum number of resources that a rejection names; more are only counted. */
    private static final int NAMED = 10;

    private final Resources request;
    /** Requested scalars that some node offers. */
    private final TreeMap<String, Long> offered = new TreeMap<>();
    /** Resources that every node lacks, as none offers them. */
    private final InsufficientResources everywhere;
    /** Rejections of nodes with enough of the offered scalars, by the bits. */
    private final @Nullable Rejection[] plain = new @Nullable Rejection[2 * InsufficientResources.TOO_SMALL];

    private final Map<InsufficientResources, Rejection> known = new HashMap<>();

    /** @param isOffered whether any node has some of that scalar */
    FitCheck(Resources request, Predicate<String> isOffered) {
        this.request = request;
        List<String> unoffered = new ArrayList<>();
        request.scalars().forEach((name, amount) -> {
            if (amount > 0 && isOffered.test(name)) {
                offered.put(name, amount);
            } else if (amount > 0) {
                unoffered.add(name);
            }
        });
        this.everywhere =
                InsufficientResources.of(unoffered.isEmpty() ? 0 : InsufficientResources.TOO_SMALL, unoffered, NAMED);
    }

    @Override
    public @Nullable Rejection check(NodeState node) {
        int lacking = lacking(node);
        InsufficientResources scarce = offered.isEmpty() ? null : withScalars(lacking, node);
        if (scarce != null) {
            return known.computeIfAbsent(scarce, this::rejection);
        }
        return lacking == 0 ? null : of(lacking);
    }

    /**
     * Rejects all untainted nodes if they are too small even when they are empty: resources that are short at both the
     * most and the least free capacity are short on all of them.
     */
    @Override
    public @Nullable Rejection rejectionOfUntaintedNodes(UntaintedNodes untainted) {
        int lacking = lacking(untainted.most());
        boolean isShared = (lacking & InsufficientResources.TOO_SMALL) != 0 && lacking == lacking(untainted.least());
        return isShared && offered.isEmpty() ? of(lacking) : null;
    }

    private Rejection of(int bits) {
        Rejection rejection = plain[bits];
        if (rejection == null) {
            rejection = rejection(new InsufficientResources(bits, List.of(), 0));
            plain[bits] = rejection;
        }
        return rejection;
    }

    private Rejection rejection(InsufficientResources lack) {
        return lack.and(everywhere, NAMED).rejection();
    }

    private int lacking(FreeCapacity room) {
        int bits = (room.freePods() > 0 ? 0 : InsufficientResources.PODS)
                | (fits(request.milliCpu(), room.freeMilliCpu()) ? 0 : InsufficientResources.CPU)
                | (fits(request.memory(), room.freeMemory()) ? 0 : InsufficientResources.MEMORY)
                | (fits(request.ephemeralStorage(), room.freeEphemeralStorage()) ? 0 : InsufficientResources.STORAGE);
        int lacking = bits == 0 || !room.isSmallerThan(request) ? bits : bits | InsufficientResources.TOO_SMALL;
        return lacking | everywhere.bits();
    }

    private static boolean fits(long request, long free) {
        return request <= free || request == 0;
    }

    /** Returns the resources that the node lacks if offered scalars are among them; else null. */
    private @Nullable InsufficientResources withScalars(int bits, NodeState node) {
        int lacking = bits;
        int count = 0;
        List<String> names = List.of();
        for (Map.Entry<String, Long> scalar : offered.entrySet()) {
            String name = scalar.getKey();
            if (fits(scalar.getValue(), node.freeScalar(name))) {
                continue;
            }
            lacking |= scalar.getValue() > node.node().allocatable().scalar(name) ? InsufficientResources.TOO_SMALL : 0;
            names = count == 0 ? new ArrayList<>(2) : names;
            if (count < NAMED) {
                names.add(name);
            }
            count++;
        }
        return count == 0 ? null : new InsufficientResources(lacking, names, count - names.size());
    }
}
