package dev.edgewise.sandbox.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.Names;
import dev.edgewise.sandbox.cluster.controller.JobController;
import dev.edgewise.sandbox.topology.DelayMatrix;
import dev.edgewise.sandbox.topology.SimulatedNode;
import dev.edgewise.sandbox.topology.Topology;
import dev.edgewise.testkit.ServiceProcess;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A scheduler outside the cluster learns on one node which of six jobs disturb each other, and runs them on three
 * others.
 */
final class SlotScenario implements Scenario {
    private static final int NODES = 4;
    private static final String KINDS = "deploy/kubernetes/components/slots";
    private static final String PROFILER = "profiler-slots";
    private static final String SCHEDULER = "scheduler-slots";
    private static final int ROUNDS = 10;
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofMinutes(20);
    private static final Duration RELEASE = Duration.ofSeconds(120);

    private final Settings settings;
    private final List<HasMetadata> manifests;
    private final List<HasMetadata> definitions;

    SlotScenario(Settings settings) {
        if (settings.rtt() != null || settings.nodes() != null) {
            throw SandboxException.input(
                    "--scenario slots brings its own nodes: --nodes and --rtt are for --scenario delay");
        }
        if (settings.kubeconfig() != null) {
            throw SandboxException.input(
                    "--scenario slots brings its own controller of Jobs: --kubeconfig is for other scenarios");
        }
        this.settings = settings;
        this.manifests = Stream.of("testbeds", "jobs")
                .flatMap(file -> Manifests.readFile(settings.manifests().resolve(file + ".yaml")).stream())
                .toList();
        this.definitions = Stream.of("testbeds", "batchjobs", "schedulings", "priority-classes")
                .flatMap(file ->
                        Manifests.readFile(settings.home().resolve(KINDS).resolve(file + ".yaml")).stream())
                .toList();
    }

    @Override
    public Topology topology() {
        List<SimulatedNode> nodes = nodes().stream()
                .map(name -> new SimulatedNode(name, "site", "region", false, 4, 8))
                .toList();
        return new Topology(nodes, new DelayMatrix(nodes(), new double[NODES][NODES]));
    }

    private static List<String> nodes() {
        return IntStream.rangeClosed(1, NODES).mapToObj(i -> "edge-" + i).toList();
    }

    @Override
    public List<HasMetadata> definitions() {
        return definitions;
    }

    @Override
    public List<ScenarioService> parts(ServiceStarter services, WorkDirectory work) {
        ExternalSchedulerProcess.check(settings.home());
        return List.of(new ScenarioService(
                "scheduler-service",
                List.of(
                        "--edgewise.leader-election.enabled=false",
                        "--edgewise.scheduler.slots.enabled=true",
                        "--edgewise.scheduler.slots.node-set-up.enabled=true")));
    }

    @Override
    public int play(StartedSandbox stage) throws InterruptedException {
        SlotOutcome outcome = stage.startup().awaitOrFail(BackgroundTask.call(() -> watch(stage)));
        stage.progress().close();
        stage.out().println(outcome.summary());
        return outcome.good() ? 0 : 1;
    }

    private SlotOutcome watch(StartedSandbox stage) throws InterruptedException {
        URI service = stage.running().service("scheduler-service");
        JobController controller =
                stage.closer().add(new JobController(stage.running().cluster().client(), job -> runTime(service, job)));
        controller.start();
        stage.apply(manifests);
        setUp(stage, service, PROFILER, nodes().subList(0, 1));
        setUp(stage, service, SCHEDULER, nodes().subList(1, NODES));
        stage.out().println("Page: " + service + "/slots.html");
        stage.out().flush();
        SlotDisplay display = new SlotDisplay(stage.progress(), nodes());
        ServiceProcess outside = stage.closer().add(start(stage, service));
        SlotUseVerifier use = new SlotUseVerifier();
        follow(stage, service, outside, display, use);
        boolean isFree = awaitFree(service);
        display.close(list(service, "testbeds"));
        List<JsonNode> jobs = list(service, "jobs");
        int compared = use.compare(jobs);
        stage.progress().close();
        stage.out().println(ExternalSchedulerProcess.print(settings.home(), service));
        return new SlotOutcome(
                outside.isAlive() ? -1 : outside.status(),
                jobs.size(),
                (int) jobs.stream().filter(job -> runs(job, true) > 0).count(),
                jobs.stream().mapToInt(job -> runs(job, false)).sum(),
                compared,
                use.mistakes(),
                isFree);
    }

    private ServiceProcess start(StartedSandbox stage, URI service) {
        return ExternalSchedulerProcess.start(
                settings.home(),
                service,
                settings.once() ? ROUNDS : 0,
                stage.work().log(ExternalSchedulerProcess.NAME));
    }

    /** Labels the nodes by the call for that, and waits until their slots are free. */
    private static void setUp(StartedSandbox stage, URI service, String testbed, List<String> nodes)
            throws InterruptedException {
        Progress.Step step = stage.progress().step(testbed);
        URI call = service.resolve("/api/v1/slots/testbeds/default/" + testbed + "/node-set-up");
        String body = "{\"nodes\": [\"" + String.join("\", \"", nodes) + "\"]}";
        long begin = System.nanoTime();
        while (!ServiceHttpClient.post(call, body)) {
            if (System.nanoTime() - begin > RELEASE.toNanos()) {
                step.failed("its nodes were not labelled");
                throw SandboxException.failure(
                        "POST " + call + " was not answered within " + RELEASE.toSeconds() + " s");
            }
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
        step.done("slots on " + String.join(", ", nodes));
    }

    /**
     * Looks until the scheduler outside has ended, or until the time is over; without {@code --once} there is no end.
     */
    private void follow(
            StartedSandbox stage, URI service, ServiceProcess outside, SlotDisplay display, SlotUseVerifier use)
            throws InterruptedException {
        Progress.Step step = stage.progress().step(ExternalSchedulerProcess.NAME);
        long begin = System.nanoTime();
        while (outside.isAlive() && (!settings.once() || System.nanoTime() - begin < LONGEST.toNanos())) {
            use.look(stage.running()
                    .cluster()
                    .client()
                    .pods()
                    .inNamespace("default")
                    .list()
                    .getItems());
            use.requested(list(service, "schedulings"));
            display.show(list(service, "testbeds"));
            step.update(ExternalSchedulerProcess.lastLine(outside));
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
        if (outside.isAlive()) {
            step.failed("has not run its " + ROUNDS + " rounds within " + LONGEST.toMinutes() + " min");
        } else if (outside.status() == 0) {
            step.done("ran " + ROUNDS + " Schedulings on each testbed");
        } else {
            step.failed(ExternalSchedulerProcess.lastLine(outside));
        }
    }

    private static boolean awaitFree(URI service) throws InterruptedException {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < RELEASE.toNanos()) {
            List<JsonNode> testbeds = list(service, "testbeds");
            boolean isFree = !testbeds.isEmpty()
                    && testbeds.stream()
                            .allMatch(testbed -> testbed.path("slots").size() > 0
                                    && testbed.path("slots").findValuesAsText("state").stream()
                                            .allMatch("FREE"::equals));
            if (isFree) {
                return true;
            }
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
        return false;
    }

    private static int runs(JsonNode job, boolean isSuccessful) {
        int runs = 0;
        for (JsonNode run : job.path("runs")) {
            if (run.path("successful").isBoolean() && run.path("successful").asBoolean() == isSuccessful) {
                runs++;
            }
        }
        return runs;
    }

    private static List<JsonNode> list(URI service, String kind) throws InterruptedException {
        return new ArrayList<>(ServiceHttpClient.items(service, "/api/v1/slots/" + kind));
    }

    /** The pods of a Job end after the time that it takes beside the jobs on its node. */
    private static Map<String, String> runTime(URI service, Job job) {
        String name = job.getMetadata().getLabels().getOrDefault(Names.BATCH_JOB_LABEL, "");
        try {
            Set<String> beside = CoLocatedJobs.beside(name, list(service, "schedulings"), list(service, "testbeds"));
            return Map.of(
                    "edgewise.dev/sim-run-for",
                    SimulatedJobRunTimes.of(name, beside).toMillis() + "ms",
                    "edgewise.dev/sim-start-delay",
                    "200ms");
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return Map.of();
        }
    }
}
