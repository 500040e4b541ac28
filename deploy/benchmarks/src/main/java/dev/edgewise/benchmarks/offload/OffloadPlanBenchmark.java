package dev.edgewise.benchmarks.offload;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Percentiles;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.benchmarks.service.ServiceCommandLine;
import dev.edgewise.testkit.ProcStat;
import dev.edgewise.testkit.RedisProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/**
 * The service as deployed, on one processor and in a dry run, with a Redis, an API server and a scheduler-service that
 * answers what would be. The time of a round is the service's own: from what it knows to the plan, the questions to
 * scheduler-service included. Needs Linux, which tells what a process costs.
 */
@Command(name = "offload-plan", description = "How long function-offloader plans, and how often it asks the scheduler.")
public final class OffloadPlanBenchmark extends BenchmarkCommand {
    @Option(names = "--nodes", description = "Nodes.", defaultValue = "1000")
    private int nodes;

    @Option(names = "--pods", description = "Functions' pods.", defaultValue = "10000")
    private int pods;

    @Option(names = "--policy", description = "Policy.", defaultValue = "edgewise")
    private String policy = "edgewise";

    @Option(
            names = "--moves",
            description = "Moves that a plan may have; 10 is the default of the service.",
            defaultValue = "10")
    private int moves;

    @Option(names = "--rounds", description = "Rounds that are measured.", defaultValue = "100")
    private int rounds;

    @Option(names = "--warm-up", description = "Rounds before.", defaultValue = "60")
    private int warmUp;

    @Option(
            names = "--app",
            paramLabel = "DIR",
            description = "What deploy/image/prepare made of function-offloader; without it, its jar.")
    private @Nullable Path prepared;

    private final List<JsonNode> plans = new ArrayList<>();

    @Override
    protected Report measure() throws Exception {
        Path work = Files.createTempDirectory("edgewise-offload-plan");
        progress.println("Logs are in " + work + "; creating " + nodes + " nodes with " + pods + " pods");
        try (RedisProcess redis = RedisProcess.start();
                FunctionCluster cluster = new FunctionCluster(
                        nodes,
                        ServiceCommandLine.root()
                                .resolve("deploy/kubernetes/base/scheduler-service/reservations.yaml"));
                SimulatedEnergy energy = new SimulatedEnergy(redis, cluster.nodes());
                ServiceProcesses processes = new ServiceProcesses(work, cluster.kubeconfig(), redis, prepared)) {
            energy.publish();
            processes.startScheduler();
            double ready = processes.startOffloader(policy, moves);
            progress.printf("ready after %.1f s%n", ready);
            cluster.run(pods);
            follow(processes, energy, warmUp);
            double begin = processes.cpuSeconds();
            plans.clear();
            follow(processes, energy, rounds);
            double cpu = (processes.cpuSeconds() - begin) / rounds;
            requireAll(plans.get(plans.size() - 1));
            return report(ready, cpu, ProcStat.mebibytes(processes.offloaderPid(), "VmRSS"));
        }
    }

    /** Readings move once a second, as do rounds. */
    private void follow(ServiceProcesses processes, SimulatedEnergy energy, int number) throws InterruptedException {
        String last = "";
        while (plans.size() < number) {
            energy.publish();
            TimeUnit.SECONDS.sleep(1);
            JsonNode plan = processes.plan();
            String at = plan.path("at").asString("");
            if (!at.isEmpty() && !at.equals(last)) {
                last = at;
                plans.add(plan);
                say(plan);
            }
        }
    }

    private void requireAll(JsonNode plan) {
        int functions = 0;
        for (JsonNode node : plan.path("nodes")) {
            functions += node.path("functions").asInt();
        }
        if (functions != pods) {
            throw new IllegalStateException("the last plan has " + functions + " of " + pods + " pods");
        }
    }

    private void say(JsonNode plan) {
        if (plans.size() % 10 == 0) {
            progress.printf(
                    "round %d: %d ms, %d calls, %d moves%n",
                    plans.size(),
                    plan.path("planMillis").asInt(),
                    plan.path("callsToScheduler").asInt(),
                    plan.path("moves").size());
        }
    }

    /** @param cpu seconds of processor time from round to round, watching included */
    private Report report(double ready, double cpu, double resident) {
        Percentiles times = of("planMillis");
        double calls = of("callsToScheduler").at(100);
        return new Report("offload-plan")
                .figure("nodes", nodes)
                .figure("pods", pods)
                .figure("policy", policy)
                .figure("rounds", rounds)
                .figure(
                        "moves_of_a_plan",
                        plans.stream()
                                .mapToInt(plan -> plan.path("moves").size())
                                .average()
                                .orElse(0))
                .figure("plan_ms_p50", times.at(50))
                .figure("plan_ms", times.at(99))
                .figure("cpu_ms_a_round", cpu * 1e3)
                .figure("calls_to_scheduler", calls)
                .figure("ready_s", ready)
                .figure("resident_mib", resident)
                .bar("plan_ms", 200, times.at(99))
                .bar("calls_to_scheduler", 20, calls);
    }

    private Percentiles of(String field) {
        return new Percentiles(
                plans.stream().mapToDouble(plan -> plan.path(field).asDouble()).toArray());
    }
}
