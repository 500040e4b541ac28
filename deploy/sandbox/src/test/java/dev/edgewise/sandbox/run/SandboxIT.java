package dev.edgewise.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole suite, as a newcomer runs it. */
class SandboxIT {
    private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path manifests;

    @Test
    void placesTheExamplesAndLeavesNothingBehind() throws Exception {
        int status;
        try (SandboxRun run = sandbox(HOME.resolve("deploy/examples/delay"), HOME)) {
            status = run.run();
        }

        assertThat(text(out)).contains("14 pods: 13 met, 1 impossible").contains("no node meets all its needs at once");
        assertThat(text(err)).contains("31 simulated nodes ready");
        assertThat(status).isZero();
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void namesAManifestThatCannotBeRead() throws Exception {
        Files.writeString(manifests.resolve("bad.yaml"), "kind: [");
        try (SandboxRun run = sandbox(manifests, HOME)) {
            assertThatThrownBy(run::run).isInstanceOf(SandboxException.class).hasMessageContaining("bad.yaml");
        }
    }

    @Test
    void refusesKindsThatNobodyWouldRun() throws Exception {
        Files.writeString(
                manifests.resolve("job.yaml"),
                "apiVersion: batch/v1\nkind: Job\nmetadata: {name: once}\nspec: {template: {}}");
        try (SandboxRun run = sandbox(manifests, HOME)) {
            assertThatThrownBy(run::run).hasMessageContaining("Job once").hasMessageContaining("--kubeconfig");
        }
    }

    @Test
    void saysWhatToDoWhenAServiceIsNotBuilt() throws Exception {
        try (SandboxRun run = sandbox(HOME.resolve("deploy/examples/delay"), manifests)) {
            assertThatThrownBy(run::run)
                    .hasMessageContaining("network-probe.jar is missing; deploy/sandbox/run builds it");
        }
    }

    @Test
    void placesPodsByAProfileOfTheUser() throws Exception {
        Files.writeString(
                manifests.resolve("pod.yaml"),
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: near, labels: {delay_edge-1: "3"}}
                spec:
                  schedulerName: green
                  containers: [{name: main, image: "registry.k8s.io/pause:3.10"}]
                """);
        int status;
        try (SandboxRun run = sandbox(
                manifests,
                HOME,
                "edgewise.scheduler.profiles.green.like=edgewise",
                "edgewise.scheduler.profiles.green.scores.Energy=50")) {
            status = run.run();
        }

        assertThat(text(out)).contains("1 pod: 1 met");
        assertThat(status).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "edgewise.scheduler.bind.concurency=4 | Not a property of this service:"
                        + " edgewise.scheduler.bind.concurency (commandLineArgs). Did you mean"
                        + " edgewise.scheduler.bind.concurrency?",
                "edgewise.scheduler.profiles.green.lik=edgewise | Did you mean edgewise.scheduler.profiles.NAME.like?",
                "edgewise.scheduler.bind.concurrency=0 | edgewise.scheduler.bind.concurrency is 0",
            })
    void saysWhyAServiceRefusesASetting(String setting, String reason) throws Exception {
        try (SandboxRun run = sandbox(HOME.resolve("deploy/examples/delay"), HOME, setting)) {
            assertThatThrownBy(run::run)
                    .isInstanceOfSatisfying(SandboxException.class, e -> assertThat(e.exitStatus())
                            .isEqualTo(2))
                    .hasMessageStartingWith("--setting: scheduler-service does not start: ")
                    .hasMessageContaining(reason);
        }
    }

    /** Ends the run as Ctrl-C does, while services start. */
    @Test
    @SuppressWarnings("try") // the end of the run is what the test is about
    void anEndDuringTheStartIsNoFailure() throws Exception {
        List<String> services = List.of("network-probe", "scheduler-service");
        for (String service : services) {
            writeHangingService(service);
        }
        try (SandboxRun run = sandbox(HOME.resolve("deploy/examples/delay"), manifests, true)) {
            CompletableFuture<Integer> status = BackgroundTask.call(run::run);
            await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                assertThat(text(err)).contains("31 simulated nodes ready");
                for (String service : services) {
                    assertThat(text(err)).containsPattern(service + " +\\S+ s  starting");
                }
            });

            run.close();

            assertThat(status).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(1);
        }
        assertThat(text(err)).doesNotContain("see below");
    }

    /** Writes the jar of a service that is never ready. */
    private void writeHangingService(String service) throws IOException {
        Class<?> main = HangingService.class;
        URL classes = main.getProtectionDomain().getCodeSource().getLocation();
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, main.getName());
        attributes.put(Attributes.Name.CLASS_PATH, classes.toString());
        Path target = Files.createDirectories(manifests.resolve(service).resolve("target"));
        Path file = target.resolve(service + ".jar");
        JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest);
        jar.close();
    }

    /** A service that is never ready; it can be extracted, as an executable jar of Spring Boot. */
    static final class HangingService {
        private HangingService() {}

        public static void main(String[] arguments) throws Exception {
            if (arguments[0].equals("extract")) {
                Path jar = Path.of(System.getProperty("java.class.path"));
                Path target = Files.createDirectories(Path.of(arguments[2]));
                Files.copy(jar, target.resolve(jar.getFileName()));
            } else {
                new CountDownLatch(1).await();
            }
        }
    }

    private SandboxRun sandbox(Path workloads, Path home, String... properties) {
        return sandbox(workloads, home, false, properties);
    }

    private SandboxRun sandbox(Path workloads, Path home, boolean live, String... properties) {
        Settings settings = new Settings(
                home,
                Scenarios.DELAY,
                null,
                null,
                null,
                workloads,
                null,
                null,
                0,
                null,
                Stream.of(properties)
                        .map(text -> Objects.requireNonNull(ServiceSetting.parse(text), text))
                        .toList(),
                null,
                1,
                Duration.ofMinutes(3),
                true,
                live);
        return new SandboxRun(settings, print(out), print(err));
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
