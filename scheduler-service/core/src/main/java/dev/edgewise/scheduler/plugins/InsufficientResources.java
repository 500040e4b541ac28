package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.Rejection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Resources of which a node has too little. Evicting helps unless even the empty node would be too small.
 *
 * @param bits those of the constants that hold
 * @param scalars the first names of other resources
 * @param more how many others there are besides
 */
record InsufficientResources(int bits, List<String> scalars, int more) {
    static final int PODS = 1;
    static final int CPU = 2;
    static final int MEMORY = 4;
    static final int STORAGE = 8;
    static final int TOO_SMALL = 16;

    private static final String INSUFFICIENT = "Insufficient ";

    InsufficientResources {
        scalars = List.copyOf(scalars);
    }

    /** @param most of the names are kept, the first by the alphabet; the others are counted */
    static InsufficientResources of(int bits, Collection<String> names, int most) {
        return new InsufficientResources(
                bits, names.stream().sorted().limit(most).toList(), Math.max(0, names.size() - most));
    }

    /** Returns the union of both, which names at most {@code most} resources. */
    InsufficientResources and(InsufficientResources other, int most) {
        List<String> names = new ArrayList<>(scalars);
        names.addAll(other.scalars);
        InsufficientResources both = of(bits | other.bits, names, most);
        return new InsufficientResources(both.bits, both.scalars, both.more + more + other.more);
    }

    Rejection rejection() {
        List<String> reasons = new ArrayList<>(2);
        add(reasons, PODS, "Too many pods");
        add(reasons, CPU, INSUFFICIENT + "cpu");
        add(reasons, MEMORY, INSUFFICIENT + "memory");
        add(reasons, STORAGE, INSUFFICIENT + "ephemeral-storage");
        scalars.forEach(name -> reasons.add(INSUFFICIENT + name));
        if (more > 0) {
            reasons.add("and " + more + " more resources");
        }
        return new Rejection(NodeResourcesFit.NAME, reasons, (bits & TOO_SMALL) == 0);
    }

    private void add(List<String> reasons, int bit, String reason) {
        if ((bits & bit) != 0) {
            reasons.add(reason);
        }
    }
}
