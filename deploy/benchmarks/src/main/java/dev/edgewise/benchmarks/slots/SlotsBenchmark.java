package dev.edgewise.benchmarks.slots;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Percentiles;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.benchmarks.slots.cluster.SlotCluster;
import dev.edgewise.benchmarks.throughput.ApplicationOptions;
import dev.edgewise.benchmarks.throughput.ClusterOptions;
import dev.edgewise.benchmarks.throughput.OptionChecks;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.load.BenchmarkLoad;
import dev.edgewise.testkit.ResourceCloser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Schedulings of batch jobs on a real API server whose controller manager makes the pods; kubelets are simulated.
 * Measures how long a slot is idle while work waits, and verifies each Scheduling; with {@code --kills}, while the
 * leader of two replicas is killed again and again.
 */
@Command(
        name = "slots",
        description = "How long slots are idle while batch jobs wait; with --kills, beside dying leaders.")
public final class SlotsBenchmark extends BenchmarkCommand {
    private static final double LONGEST_GAP = 2;
    private static final double LONG_JOB = 300;
    private static final int PATIENCE_SECONDS = 180;
    private static final int SECONDS_OF_A_KILL = 30;
    private static final List<String> QUICK_TAKEOVER = List.of(
            "--edgewise.leader-election.lease-duration=6s",
            "--edgewise.leader-election.renew-deadline=4s",
            "--edgewise.leader-election.retry-period=500ms");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--nodes", description = "How many nodes.", defaultValue = "100")
    private int nodes;

    @Option(names = "--slots-per-node", description = "Slots of each node.", defaultValue = "4")
    private int slotsPerNode;

    @Option(names = "--testbeds", description = "Testbeds, among which the nodes are divided.", defaultValue = "10")
    private int testbeds;

    @Option(names = "--schedulings", description = "Schedulings of a round.", defaultValue = "50")
    private int schedulings;

    @Option(names = "--jobs", description = "Jobs of a round.", defaultValue = "200")
    private int jobs;

    @Option(names = "--slots-per-job", description = "Slots that each job gets.", defaultValue = "20")
    private int slotsPerJob;

    @Option(
            names = "--seconds",
            split = ",",
            description = "How long jobs take: a round for each.",
            defaultValue = "5,30")
    private List<Double> seconds = List.of();

    @Option(names = "--held-by", description = "What holds free slots: Pods or Placeholder.", defaultValue = "Pods")
    private String heldBy = "";

    @Option(
            names = "--kills",
            description = "How often the leader is killed; rounds are repeated until then, and some jobs fail.",
            defaultValue = "0")
    private int kills;

    @Option(
            names = "--seed",
            description = "Number from which the moments follow at which leaders are killed.",
            defaultValue = "1")
    private long seed;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final ApplicationOptions application = new ApplicationOptions();

    @Override
    protected Report measure() throws Exception {
        cluster.check();
        application.check();
        check();
        Path work = Files.createTempDirectory("edgewise-slots");
        progress.println("Logs are in " + work);
        try (ResourceCloser closer = new ResourceCloser()) {
            return measure(work, closer);
        }
    }

    private void check() {
        int slots = testbeds < 1 ? 0 : nodes / testbeds * slotsPerNode;
        OptionChecks.require(testbeds >= 1 && testbeds <= nodes, spec, "--testbeds", testbeds, "1 to --nodes");
        OptionChecks.require(
                slotsPerJob >= 1 && slotsPerJob <= slots,
                spec,
                "--slots-per-job",
                slotsPerJob,
                "1 to " + slots + ", what a testbed has");
        OptionChecks.require(
                schedulings >= 1 && jobs >= 2 * schedulings && jobs % schedulings == 0,
                spec,
                "--jobs",
                jobs,
                "a multiple of --schedulings, at least twice as many");
        OptionChecks.require(
                List.of("Pods", "Placeholder").contains(heldBy), spec, "--held-by", heldBy, "Pods or Placeholder");
    }

    private Report measure(Path work, ResourceCloser closer) throws Exception {
        Path kubeconfig = cluster.kubeconfig(work, closer);
        ClusterApi api = cluster.api(kubeconfig, closer);
        BenchmarkLoad load = closer.add(new BenchmarkLoad(api, nodes));
        load.create();
        SlotCluster slots = closer.add(new SlotCluster(api));
        slots.create();
        slots.testbeds(testbeds, load.nodes(), slotsPerNode, heldBy);
        List<String> arguments = new ArrayList<>(SlotCluster.arguments());
        arguments.addAll(kills > 0 ? QUICK_TAKEOVER : List.of());
        SchedulerReplicas replicas = closer.add(new SchedulerReplicas(
                application.application(), application.javaOptions(), kubeconfig, work, arguments));
        replicas.start();
        if (kills > 0) {
            replicas.start();
        }
        replicas.awaitReady();
        slots.awaitFree(nodes / testbeds * testbeds * slotsPerNode, PATIENCE_SECONDS);
        SlotHistory history = new SlotHistory();
        SimulatedKubelets kubelets = closer.add(new SimulatedKubelets(api, history));
        LeaderKiller killer = new LeaderKiller(replicas, kills, seed);
        Report report = describe(new Report("slots"));
        int round = 0;
        do {
            for (double each : seconds) {
                SlotUse use = round(api, round++, each, kubelets, history, replicas, killer, slots, report);
                if (kills == 0) {
                    addTo(report, each, use);
                }
            }
        } while (killer.left() > 0);
        return report.figure("rounds", round).figure("killed", killer.killed());
    }

    private Report describe(Report report) {
        return report.figure("nodes", nodes)
                .figure("slots", nodes / testbeds * testbeds * slotsPerNode)
                .figure("testbeds", testbeds)
                .figure("schedulings", schedulings)
                .figure("jobs", jobs)
                .figure("slots_per_job", slotsPerJob)
                .figure("held_by", heldBy)
                .figure("java", Runtime.version().toString());
    }

    private SlotUse round(
            ClusterApi api,
            int number,
            double jobSeconds,
            SimulatedKubelets kubelets,
            SlotHistory history,
            SchedulerReplicas replicas,
            LeaderKiller killer,
            SlotCluster slots,
            Report report)
            throws Exception {
        BatchRound round = new BatchRound(
                api, new BatchPlan(number, schedulings, jobs, slotsPerJob, testbeds, jobSeconds, kills > 0));
        kubelets.expect(round.planned());
        double cpu = replicas.cpuSeconds();
        long start = System.nanoTime();
        round.create();
        // One job at a time in each testbed, and twice that, is slow.
        double longest = 2.0 * jobs / testbeds * jobSeconds + PATIENCE_SECONDS + SECONDS_OF_A_KILL * killer.left();
        round.awaitEnd((int) longest, () -> {
            kubelets.requireWorking();
            replicas.requireAlive();
            killer.step();
        });
        double took = (System.nanoTime() - start) / 1e9;
        double cpuMillis = (replicas.cpuSeconds() - cpu) * 1e3 / jobs / slotsPerJob;
        slots.awaitFree(nodes / testbeds * testbeds * slotsPerNode, PATIENCE_SECONDS);
        SlotUse use = new SlotUse(history.take());
        round.verify(use);
        round.require();
        round.delete();
        progress.printf(
                "round %d: %d Schedulings of jobs of %.0f s ended after %.0f s, %.1f ms of the scheduler's CPU a pod, %d kills%n",
                number, schedulings, jobSeconds, took, cpuMillis, killer.killed());
        if (kills == 0) {
            report.figure("took_s_" + (int) jobSeconds, took).figure("cpu_ms_a_pod_" + (int) jobSeconds, cpuMillis);
        }
        return use;
    }

    private static void addTo(Report report, double jobSeconds, SlotUse use) {
        String of = "_" + (int) jobSeconds;
        List<SlotGap> all = use.gaps();
        Percentiles gaps = percentiles(all, SlotGap::seconds);
        double idle = Arrays.stream(use.idles()).average().orElse(Double.NaN);
        report.figure("gaps" + of, all.size())
                .figure("gap_p50_s" + of, gaps.at(50))
                .figure("gap_p95_s" + of, gaps.at(95))
                .figure("gap_max_s" + of, gaps.at(100))
                .figure("idle_mean_s" + of, idle)
                .figure("busy_percent" + of, 100 * jobSeconds / (jobSeconds + idle))
                .figure("busy_percent_300_by" + of, 100 * LONG_JOB / (LONG_JOB + idle))
                .bar("gap_p95_s" + of, LONGEST_GAP, gaps.at(95));
        addPart(report, "gone" + of, percentiles(all, SlotGap::untilGone));
        addPart(report, "created" + of, percentiles(all, SlotGap::untilCreated));
        addPart(report, "bound" + of, percentiles(all, SlotGap::untilBound));
    }

    private static Percentiles percentiles(List<SlotGap> gaps, ToDoubleFunction<SlotGap> part) {
        return new Percentiles(gaps.stream().mapToDouble(part).toArray());
    }

    private static void addPart(Report report, String part, Percentiles seconds) {
        report.figure("until_" + part + "_p50_s", seconds.at(50)).figure("until_" + part + "_p95_s", seconds.at(95));
    }
}
