package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.report.Report;
import java.nio.file.Path;
import java.util.List;

/**
 * Settings of the contest.
 *
 * @param contestants in their order
 * @param pods of a burst
 * @param rounds how often each has its turn
 * @param warmUp how many pods each binds before the warm rounds, those of its cold round included
 * @param cold whether to measure from the start of the process, too
 * @param logs directory of the processes' logs
 */
record SchedulerComparisonSettings(
        List<ComparedScheduler> contestants, int pods, int rounds, int warmUp, boolean cold, Path logs) {
    SchedulerComparisonSettings {
        contestants = List.copyOf(contestants);
    }

    /** Describes the settings for readers of the figures. */
    Report describe(Report report) {
        return report.figure("pods", pods)
                .figure("rounds", rounds)
                .figure("warm_up_pods", warmUp)
                .figure("java", Runtime.version().toString());
    }
}
