package dev.edgewise.sandbox.run;

import dev.edgewise.sandbox.topology.MatrixFiles;
import dev.edgewise.sandbox.topology.Topology;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Tells, chapter by chapter, what happens at the edge and what the suite does about it. */
final class StoryScenario implements Scenario {
    /** Limits of waits, which end as soon as all is there: no targets, and long enough for slow machines. */
    private static final Duration FIRST_READY = Duration.ofSeconds(300);

    private static final Duration FOUND_WITHIN = Duration.ofSeconds(120);

    private final Settings settings;
    private final List<HasMetadata> manifests;
    private final List<HasMetadata> definitions;
    private final Topology topology;
    private final StoryServices parts;
    private final List<StoryChapter> chapters;
    private @Nullable Path matrix;

    private StoryScenario(Settings settings, StoryServices parts, List<StoryChapter> chapters) {
        this.settings = settings;
        this.parts = parts;
        this.chapters = chapters;
        manifests = Manifests.read(settings.manifests());
        if (settings.kubeconfig() == null) {
            Workloads.checkEmbedded(manifests);
        }
        definitions = EnergyScenario.definitions(settings);
        topology = Topologies.of(settings);
    }

    /** All five services: a node dies, a link slows down, a battery empties, a type fails. */
    static StoryScenario all(Settings settings) {
        return new StoryScenario(
                settings,
                StoryServices.ALL,
                List.of(
                        new NodeDiesChapter("faas_function", "cart"),
                        new LinkSlowsDownChapter(),
                        new BatteryEmptiesChapter(),
                        new TypeFailsChapter()));
    }

    /** Two nodes die, one after the other. */
    static StoryScenario recovery(Settings settings) {
        return new StoryScenario(
                settings,
                StoryServices.RECOVERY,
                List.of(new NodeDiesChapter("app", "session-cache"), new NodeDiesChapter("app", "session-cache")));
    }

    @Override
    public Topology topology() {
        return topology;
    }

    @Override
    public List<HasMetadata> definitions() {
        return definitions;
    }

    @Override
    public List<ScenarioService> parts(ServiceStarter services, WorkDirectory work) throws IOException {
        Path delays = work.file("delays.txt");
        Path metadata = work.file("nodes.json");
        matrix = delays;
        MatrixFiles.writeMatrix(topology.delays(), delays);
        MatrixFiles.writeMetadata(topology, metadata);
        return parts.of(services, delays, metadata);
    }

    @Override
    public int play(StartedSandbox stage) throws InterruptedException {
        boolean good = stage.startup().awaitOrFail(BackgroundTask.call(() -> tell(stage)));
        if (!settings.once()) {
            stage.out().println("Ctrl-C stops everything.");
            stage.out().flush();
            throw stage.startup().processFailure().join();
        }
        return good ? 0 : 1;
    }

    private boolean tell(StartedSandbox stage) throws InterruptedException {
        BatteryChargeReporter batteries = stage.closer().add(new BatteryChargeReporter(topology));
        if (stage.running().services().containsKey("energy-adapter")) {
            batteries.reportTo(stage.running().service("energy-adapter"));
        }
        awaitReady(stage, stage.apply(manifests).expectedPods());
        stage.progress().close();
        SandboxAddressPrinter.print(stage);
        StoryChapterContext story =
                new StoryChapterContext(stage, new LinkDelays(topology.delays(), delays()), batteries);
        chapters.stream()
                .filter(TypeFailsChapter.class::isInstance)
                .map(TypeFailsChapter.class::cast)
                .forEach(type -> type.begin(story));
        Map<String, Boolean> ends = new LinkedHashMap<>();
        if (stage.running().cluster().isEmbedded()) {
            ends.put("The services find each other", findEachOther(stage, story));
        }
        for (StoryChapter chapter : chapters) {
            stage.out().println();
            story.say("%s.", chapter.title());
            ends.merge(chapter.title(), chapter.play(story), Boolean::logicalAnd);
        }
        summarise(stage, ends);
        return !ends.containsValue(false);
    }

    /** Shows the services that scheduler-service finds; returns whether these are all that run. */
    private static boolean findEachOther(StartedSandbox stage, StoryChapterContext story) throws InterruptedException {
        Set<String> found = new TreeSet<>();
        story.await(FOUND_WITHIN, () -> {
            ServiceHttpClient.get(story.service("scheduler-service", "/api/v1/suite"))
                    .ifPresent(suite -> suite.path("services")
                            .forEach(service -> found.add(service.path("name").asText())));
            return found.equals(stage.running().services().keySet());
        });
        story.say("scheduler-service finds %s.", String.join(", ", found));
        return found.equals(stage.running().services().keySet());
    }

    private Path delays() {
        Path file = matrix;
        if (file == null) {
            throw new UncheckedIOException(new IOException("parts were not prepared"));
        }
        return file;
    }

    private static void awaitReady(StartedSandbox stage, int pods) throws InterruptedException {
        Progress.Step step = stage.progress().step("pods");
        FunctionPods running = new FunctionPods();
        stage.closer().add(running.follow(stage.running().cluster().client(), stage.run()));
        running.awaitReady(pods, FIRST_READY, step);
        step.done(pods + " ready");
    }

    private static void summarise(StartedSandbox stage, Map<String, Boolean> ends) {
        List<String> lines = new ArrayList<>();
        ends.forEach((title, good) -> lines.add((good ? "  as it should  " : "  NOT so        ") + title));
        stage.out().println();
        lines.forEach(stage.out()::println);
        stage.out().flush();
    }
}
