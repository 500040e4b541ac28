package dev.edgewise.sandbox.evaluate.recovery;

import dev.edgewise.sandbox.evaluate.Report;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** The pods of files on the nodes of files, with exact radii, and with clusters instead of them. */
final class PodFilesExperiment {
    private final NodesWithTrueDelays site;
    private final List<Pod> pods;
    private final long seed;
    private final PrintWriter err;

    PodFilesExperiment(NodesWithTrueDelays site, List<Pod> pods, long seed, PrintWriter err) {
        this.site = site;
        this.pods = pods;
        this.seed = seed;
        this.err = err;
    }

    /** @param both whether with clusters, too */
    Report report(boolean both) {
        Report report =
                new Report("recovery").figure("nodes", site.nodes().size()).figure("pods", pods.size());
        add("exact", BuiltInProfiles.customScheduler(), report);
        if (both) {
            add("clustered", clustered(BuiltInProfiles.customScheduler()), report);
        }
        return report;
    }

    private Profile clustered(Profile exact) {
        List<Filter> filters = new ArrayList<>(exact.filters());
        filters.add(new DelayClusterFilter(new DelayClusters(site.delays())));
        return new Profile(exact.name(), filters, exact.scores(), exact.sampling());
    }

    private void add(String arm, Profile profile, Report report) {
        RecoveryRunResult.of(site, profile, pods, seed + 1);
        RecoveryRunResult outcome = RecoveryRunResult.of(site, profile, pods, seed);
        err.printf(
                "%s: reserve %.2f %%, %d unprotected, %d unplaced of %d%n",
                arm, outcome.reservePercent(), outcome.unprotected(), outcome.unplaced(), pods.size());
        err.flush();
        String prefix = arm + ".";
        report.figure(prefix + "reserve_percent", outcome.reservePercent())
                .figure(prefix + "uncovered_pairs", outcome.uncoveredPairs())
                .figure(prefix + "unprotected", outcome.unprotected())
                .figure(prefix + "unplaced", outcome.unplaced())
                .figure(prefix + "unmet_needs", outcome.unmet())
                .figure(prefix + "decision_p99_ms", outcome.times().p99Ms())
                .figure(prefix + "decision_processor_p99_ms", outcome.times().processorP99Ms())
                .atMost(prefix + "uncovered_pairs", 0, outcome.uncoveredPairs())
                .atMost(prefix + "unmet_needs", 0, outcome.unmet());
    }
}
