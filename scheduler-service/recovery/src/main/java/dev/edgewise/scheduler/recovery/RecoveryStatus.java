package dev.edgewise.scheduler.recovery;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The current state of recovery, for people. For any thread. */
final class RecoveryStatus {
    private static final int MOST_NODES = 100;

    private final FailedNodes nodes;
    private final BooleanSupplier decides;

    /** @param decides whether this replica leads and knows all that was decided before */
    RecoveryStatus(FailedNodes nodes, BooleanSupplier decides) {
        this.nodes = nodes;
        this.decides = decides;
    }

    /** Whether this replica restarts pods, so that it alone knows the rest. */
    boolean leads() {
        return decides.getAsBoolean();
    }

    /** Why no pod is restarted now, whatever fails; null if nothing holds recovery back. */
    @Nullable
    String held() {
        String why = nodes.whyHeld();
        return why.isEmpty() ? null : why;
    }

    /**
     * Returns the failed nodes whose protected pods are being restarted, by name; the first {@value #MOST_NODES} at
     * most.
     */
    List<String> failedNodes() {
        return nodes.failed().stream().limit(MOST_NODES).toList();
    }
}
