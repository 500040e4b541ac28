package dev.edgewise.sandbox.run;

import dev.edgewise.sandbox.topology.SimulatedNode;
import dev.edgewise.sandbox.topology.Topology;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Lets the energy of nodes change, and shows levels, moves and how available the functions are. */
final class EnergyScenario implements Scenario {
    private static final Path DEFINITIONS = Path.of("deploy/kubernetes/base/scheduler-service/reservations.yaml");
    private static final String SUN_OF_TEN_NODES = "/energy/10-node-180min.csv";
    private static final long LOOK_MS = 200;
    private static final Duration FIRST_READY = Duration.ofSeconds(300);

    private final EnergyScenarioSettings story;
    private final List<HasMetadata> manifests;
    private final List<HasMetadata> definitions;

    EnergyScenario(EnergyScenarioSettings story, Settings settings) {
        if (settings.rtt() != null || settings.nodes() != null) {
            throw SandboxException.input("--scenario " + settings.scenario().label()
                    + " brings its own nodes: --nodes and --rtt are for --scenario delay");
        }
        this.story = story;
        this.manifests = Manifests.read(settings.manifests());
        if (settings.kubeconfig() == null) {
            Workloads.checkEmbedded(manifests);
        }
        manifests.forEach(manifest -> request(manifest, story.cpu()));
        this.definitions = definitions(settings);
    }

    /** Returns the kinds that scheduler-service brings. */
    static List<HasMetadata> definitions(Settings settings) {
        return Manifests.readFile(settings.home().resolve(DEFINITIONS)).stream()
                .filter(object -> object.getKind().equals("CustomResourceDefinition"))
                .toList();
    }

    private static void request(HasMetadata manifest, String cpu) {
        if (manifest instanceof Deployment deployment) {
            deployment.getSpec().getTemplate().getSpec().getContainers().forEach(container -> container
                    .getResources()
                    .setRequests(Map.of("cpu", new Quantity(cpu))));
        }
    }

    @Override
    public Topology topology() {
        return story.topology();
    }

    @Override
    public List<HasMetadata> definitions() {
        return definitions;
    }

    @Override
    public List<ScenarioService> parts(ServiceStarter services, WorkDirectory work) throws IOException {
        List<String> adapter = story.adapter();
        if (story.solar()) {
            Path solar = work.file("solar.csv");
            Files.writeString(solar, sun());
            adapter = adapter.stream()
                    .map(setting -> setting.replace(EnergyScenarioSettings.SOLAR, solar.toString()))
                    .toList();
        }
        return List.of(
                new ScenarioService("energy-adapter", adapter),
                new ScenarioService("scheduler-service", List.of("--edgewise.leader-election.enabled=false")),
                new ScenarioService("function-offloader", offloader(services)));
    }

    private List<String> offloader(ServiceStarter services) {
        String scheduler = "--edgewise.function-offloader.scheduler.url=" + services.address("scheduler-service");
        return Stream.concat(story.offloader().stream(), Stream.of(scheduler)).toList();
    }

    /** Data of the sun with this scenario's names of the nodes. */
    private static String sun() throws IOException {
        try (InputStream in = EnergyScenario.class.getResourceAsStream(SUN_OF_TEN_NODES)) {
            String text =
                    new String(Objects.requireNonNull(in, SUN_OF_TEN_NODES).readAllBytes(), StandardCharsets.UTF_8);
            return text.replace("homo", "edge-");
        }
    }

    @Override
    public int play(StartedSandbox stage) throws InterruptedException {
        EnergyOutcome outcome = stage.startup().awaitOrFail(BackgroundTask.call(() -> watch(stage)));
        stage.progress().close();
        stage.out().println(outcome.summary());
        return outcome.good() ? 0 : 1;
    }

    private EnergyOutcome watch(StartedSandbox stage) throws InterruptedException {
        int replicas = stage.apply(manifests).expectedPods();
        FunctionPods pods = new FunctionPods();
        stage.closer().add(pods.follow(stage.running().cluster().client(), stage.run()));
        EnergyReadings readings = new EnergyReadings(stage.running().service("energy-adapter"));
        MoveDisplay offloads = new MoveDisplay(stage.running().service("function-offloader"), stage.out());
        Progress.Step ready = stage.progress().step("functions");
        pods.awaitReady(replicas, FIRST_READY, ready);
        pods.countFromNow();
        EnergyOutcome outcome = new EnergyOutcome(replicas, pods, story.departures());
        EnergyDisplay display = new EnergyDisplay(stage.progress(), story.topology());
        OverdueReservations rooms =
                new OverdueReservations(stage.running().cluster().client());
        ServiceKills kills = stage.closer()
                .add(new ServiceKills(
                                stage.startup(),
                                stage.running().cluster().client(),
                                stage.settings().kills())
                        .start());
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(story.minutes());
        while (System.nanoTime() - end < 0 && !kills.areDone()) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            readings.read();
            if (story.solar()) {
                switchPower(stage, readings);
            }
            rooms.look();
            outcome.look(readings, offloads.show(), System.nanoTime());
            outcome.disturbed(kills.done(), rooms.overdue());
            display.show(readings, pods);
            ready.update(outcome.now());
        }
        ready.done(outcome.now());
        return outcome;
    }

    /** A board without charge is off, until it can boot. */
    private void switchPower(StartedSandbox stage, EnergyReadings readings) {
        for (SimulatedNode node : story.topology().nodes()) {
            readings.changeOfPower(node.name())
                    .ifPresent(on -> stage.running().cluster().power(node.name(), on));
        }
    }
}
