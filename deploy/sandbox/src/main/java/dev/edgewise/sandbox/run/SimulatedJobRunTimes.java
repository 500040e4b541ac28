package dev.edgewise.sandbox.run;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** The simulated run times of the examples: jobs that need the same part of a node take longer beside each other. */
final class SimulatedJobRunTimes {
    private static final Map<String, Demand> DEMANDS = Map.of(
            "digest", new Demand("processor", 2000),
            "digest-long", new Demand("processor", 4000),
            "compress", new Demand("processor", 3000),
            "disk", new Demand("disk", 3000),
            "copy", new Demand("disk", 2000),
            "idle", new Demand("nothing", 3000));
    private static final Demand UNKNOWN = new Demand("nothing", 3000);
    private static final double SAME_PART = 1.8;
    private static final double OTHER_PART = 1.05;

    private SimulatedJobRunTimes() {}

    /** @param alone run time on a node that no other job uses, in ms */
    private record Demand(String part, long alone) {}

    /** Returns the run time of a job beside others. */
    static Duration of(String job, Set<String> beside) {
        Demand own = DEMANDS.getOrDefault(job, UNKNOWN);
        double factor = 1;
        for (String other : beside) {
            boolean isSame = !own.part().equals("nothing")
                    && own.part().equals(DEMANDS.getOrDefault(other, UNKNOWN).part());
            factor *= isSame ? SAME_PART : OTHER_PART;
        }
        return Duration.ofMillis(Math.round(own.alone() * factor));
    }
}
