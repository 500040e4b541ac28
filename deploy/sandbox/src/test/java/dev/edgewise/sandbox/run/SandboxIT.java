package dev.edgewise.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    private SandboxRun sandbox(Path workloads, Path home) {
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
                null,
                1,
                Duration.ofMinutes(3),
                true,
                false);
        return new SandboxRun(settings, print(out), print(err));
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
