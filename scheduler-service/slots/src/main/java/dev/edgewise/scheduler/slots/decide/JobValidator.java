package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.Problem;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Checks a batch job against what the cluster serves. */
final class JobValidator {
    private JobValidator() {}

    /**
     * Returns the value that is not allowed; null if there is none.
     *
     * @param servedKinds kinds of application that the cluster serves
     */
    static @Nullable Problem problem(BatchJob job, Set<String> servedKinds) {
        Problem ofSpec = job.problemOfRuns();
        if (ofSpec != null) {
            return ofSpec;
        }
        String kind = job.spec().application();
        if (!servedKinds.contains(kind)) {
            String served = servedKinds.isEmpty() ? "none" : String.join(", ", new TreeSet<>(servedKinds));
            return new Problem("spec", "a job of kind " + kind, "of a kind that the cluster serves: " + served);
        }
        return null;
    }
}
