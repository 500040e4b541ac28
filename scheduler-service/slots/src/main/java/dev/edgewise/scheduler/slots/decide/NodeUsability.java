package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.model.Toleration;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says whether pods of a testbed may be placed on a node now. */
final class NodeUsability {
    private static final Set<String> OF_LIFECYCLE =
            Set.of(Taint.NOT_READY, Taint.UNREACHABLE, "node.kubernetes.io/unschedulable");

    private NodeUsability() {}

    /** Returns the reason why no pod may be placed; null if one may. */
    static @Nullable String problem(Testbed testbed, NodeFacts node) {
        if (node.unreachableSince() != null) {
            return "node " + node.name() + " is not ready";
        }
        if (node.unschedulable()) {
            return "node " + node.name() + " is cordoned";
        }
        for (Taint taint : node.taints()) {
            if (taint.excludes()
                    && !OF_LIFECYCLE.contains(taint.key())
                    && !Toleration.tolerate(testbed.spec().tolerations(), taint)) {
                return "node " + node.name() + " has the taint " + taint.key()
                        + ", which spec.tolerations does not tolerate";
            }
        }
        return null;
    }
}
