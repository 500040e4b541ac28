package dev.edgewise.sandbox.run;

import dev.edgewise.sandbox.cluster.kubelet.SimulatedKubelets;
import dev.edgewise.sandbox.topology.DelayMatrix;
import dev.edgewise.sandbox.topology.SimulatedNode;
import dev.edgewise.sandbox.topology.Topology;
import dev.edgewise.testkit.FreePorts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The demo of the prototype that learns: one node fails pods of a type every 10 s, one every 60 s, others never; then
 * both heal.
 */
final class RewardScenario implements Scenario {
    private static final int NODES = 5;
    private static final String WORST = "edge-1";
    private static final String BAD = "edge-2";
    private static final Map<String, String> FAULTS = Map.of(WORST, "10s", BAD, "60s");

    private static final Duration LEARNING = Duration.ofMinutes(3);
    private static final Duration HEALING = Duration.ofMinutes(10);
    private static final Duration PLACING = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration NEXT_POD = Duration.ofSeconds(20);
    private static final int NEW_PODS = 20;
    /** Number of pods that compensates for a node's surplus of other pods. */
    private static final int HEALED_PODS = 10;

    private final @Nullable Path kubeScheduler;
    private final int extenderPort = FreePorts.find();

    RewardScenario(Settings settings) {
        if (settings.rtt() != null || settings.nodes() != null) {
            throw SandboxException.input(
                    "--scenario rewards brings its own nodes: --nodes and --rtt are for --scenario delay");
        }
        kubeScheduler = settings.kubeScheduler();
    }

    @Override
    public Topology topology() {
        List<SimulatedNode> nodes = IntStream.rangeClosed(1, NODES)
                .mapToObj(i -> new SimulatedNode("edge-" + i, "site", "region", false, 4, 8))
                .toList();
        List<String> names = nodes.stream().map(SimulatedNode::name).toList();
        return new Topology(nodes, new DelayMatrix(names, new double[NODES][NODES]));
    }

    @Override
    public List<ScenarioService> parts(ServiceStarter services, WorkDirectory work) {
        List<String> scheduler = new ArrayList<>(List.of("--edgewise.leader-election.enabled=false"));
        if (kubeScheduler != null) {
            scheduler.add("--edgewise.scheduler.extender.port=" + extenderPort);
            scheduler.add("--edgewise.scheduler.extender-profiles=rl-scheduler");
        }
        return List.of(
                new ScenarioService("reward-monitor", List.of()), new ScenarioService("scheduler-service", scheduler));
    }

    @Override
    public int play(StartedSandbox stage) throws InterruptedException {
        RewardDemoOutcome outcome = stage.startup().awaitOrFail(BackgroundTask.call(() -> watch(stage)));
        stage.progress().close();
        stage.out().println(outcome.summary());
        return outcome.good() ? 0 : 1;
    }

    private RewardDemoOutcome watch(StartedSandbox stage) throws Exception {
        if (kubeScheduler != null) {
            stage.closer().add(KubeScheduler.start(stage, kubeScheduler, extenderPort));
        }
        KubernetesClient client = stage.running().cluster().client();
        FAULTS.forEach((node, after) -> crashAfter(client, node, after));
        stage.apply(List.of(RewardPods.oneOnEach(NODES)));
        learn(stage);
        Map<String, List<Pod>> fragile = PlacedPods.byNode(place(stage, RewardPods.FRAGILE, "new", NEW_PODS));
        Map<String, List<Pod>> sturdy = PlacedPods.byNode(place(stage, RewardPods.STURDY, "other", NEW_PODS));
        boolean explained = explains(stage);
        FAULTS.keySet().forEach(node -> crashAfter(client, node, null));
        long healedAfter = heal(stage);
        return new RewardDemoOutcome(
                PlacedPods.count(fragile, WORST),
                PlacedPods.count(fragile, BAD),
                PlacedPods.count(sturdy, WORST) + PlacedPods.count(sturdy, BAD),
                explained,
                healedAfter);
    }

    /** @param time as annotations write it; null if nothing crashes there any more */
    private static void crashAfter(KubernetesClient client, String node, @Nullable String time) {
        client.nodes().withName(node).edit(known -> {
            NodeBuilder changed = new NodeBuilder(known);
            return (time == null
                            ? changed.editMetadata().removeFromAnnotations(SimulatedKubelets.CRASH_AFTER)
                            : changed.editMetadata().addToAnnotations(SimulatedKubelets.CRASH_AFTER, time))
                    .endMetadata()
                    .build();
        });
    }

    private static void learn(StartedSandbox stage) throws InterruptedException {
        Progress.Step step = stage.progress().step("learning");
        long end = System.nanoTime() + LEARNING.toNanos();
        while (System.nanoTime() - end < 0) {
            step.update(TimeUnit.NANOSECONDS.toSeconds(end - System.nanoTime()) + " s to go");
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
        step.done(WORST + " fails pods after " + FAULTS.get(WORST) + ", " + BAD + " after " + FAULTS.get(BAD));
    }

    private static List<Pod> place(StartedSandbox stage, String type, String name, int count)
            throws InterruptedException {
        Progress.Step step = stage.progress().step(name);
        List<HasMetadata> pods = RewardPods.of(type, name, count);
        stage.apply(pods);
        PlacedPods placed = new PlacedPods(stage.running().cluster().client(), type);
        List<Pod> bound = placed.await(name, count, PLACING);
        step.done(bound.size() + " of " + count + " of type " + type + " placed");
        return bound;
    }

    /** Whether the explanation of a new pod says why the worst node is avoided. */
    private static boolean explains(StartedSandbox stage) throws InterruptedException {
        URI explain = stage.running().service("scheduler-service").resolve("/api/v1/explain/default/new-0");
        return ServiceHttpClient.get(explain)
                .map(answer -> answer.path("now").path("nodes"))
                .filter(nodes -> {
                    for (var node : nodes) {
                        if (node.path("node").asText().equals(WORST)) {
                            return node.path("signals").toString().contains("outcomes of type default.demo");
                        }
                    }
                    return false;
                })
                .isPresent();
    }

    /** Seconds until both nodes took a new pod again; -1 if they did not in time. */
    private static long heal(StartedSandbox stage) throws InterruptedException {
        Progress.Step step = stage.progress().step("healing");
        Set<String> healed = new TreeSet<>();
        PlacedPods placed = new PlacedPods(stage.running().cluster().client(), RewardPods.FRAGILE);
        long begin = System.nanoTime();
        for (int i = 0; System.nanoTime() - begin < HEALING.toNanos(); i++) {
            stage.apply(RewardPods.of(RewardPods.FRAGILE, "healed-" + i, HEALED_PODS));
            placed.await("healed-" + i, HEALED_PODS, PLACING)
                    .forEach(pod -> healed.add(pod.getSpec().getNodeName()));
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
            if (healed.containsAll(FAULTS.keySet())) {
                step.done("both nodes are in use again after " + seconds + " s");
                return seconds;
            }
            step.update(seconds + " s, in use: " + healed);
            TimeUnit.NANOSECONDS.sleep(NEXT_POD.toNanos());
        }
        step.failed("in use: " + healed);
        return -1;
    }
}
