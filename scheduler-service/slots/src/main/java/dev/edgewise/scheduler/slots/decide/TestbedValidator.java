package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.model.Problem;
import dev.edgewise.scheduler.slots.model.Testbed;
import org.jspecify.annotations.Nullable;

/** Checks the spec of a testbed, which an older version of its kind may have let in. */
final class TestbedValidator {
    private static final int MOST_SLOTS_PER_NODE = 1000;

    private TestbedValidator() {}

    /** Returns the value that is not allowed; null if there is none. */
    static @Nullable Problem problem(Testbed testbed) {
        if (testbed.problem() != null) {
            return testbed.problem();
        }
        int slots = testbed.spec().slotsPerNode();
        if (slots < 1 || slots > MOST_SLOTS_PER_NODE) {
            return new Problem("spec.slotsPerNode", String.valueOf(slots), "from 1 to " + MOST_SLOTS_PER_NODE);
        }
        if (testbed.spec().nodeLabel().isEmpty()) {
            return new Problem("spec.nodeLabel", "empty", "the key of a label that nodes have");
        }
        if (testbed.spec().resourcesPerSlot().isNone()) {
            return new Problem("spec.resourcesPerSlot", "empty", "an amount of cpu, memory or another resource");
        }
        return null;
    }
}
