package dev.edgewise.benchmarks.throughput.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class SchedulerProcessIT {
    @TempDir
    private Path directory;

    /** A shell that counts as fast as it can uses CPU time unless it stands still. */
    @Test
    void aSuspendedProcessUsesNoTime() throws Exception {
        try (SchedulerProcess process = start("while :; do :; done")) {
            await().until(() -> process.cpuSeconds() > 0);

            process.suspend();
            await().until(() -> state(process).equals("T"));
            double before = process.cpuSeconds();
            assertThat(process.cpuSeconds()).isEqualTo(before);

            process.resume();
            await().until(() -> process.cpuSeconds() > before);
        }
    }

    @Test
    void oneThatStandsStillCanBeClosed() throws Exception {
        SchedulerProcess process = start("while :; do :; done");
        process.suspend();

        process.close();

        assertThatThrownBy(process::requireAlive).hasMessageContaining("ended with status 137");
    }

    @Test
    void oneThatEndsShowsItsLastWords() throws Exception {
        try (SchedulerProcess process = start("echo profile unknown; exit 3")) {
            await().untilAsserted(() -> assertThatThrownBy(process::requireAlive)
                    .hasMessageContaining("shell ended with status 3")
                    .hasMessageContaining("profile unknown"));
        }
    }

    private SchedulerProcess start(String script) throws IOException {
        Launch launch = new Launch(List.of("sh", "-c", script), Map.of());
        return SchedulerProcess.start("shell", launch, directory.resolve("log"));
    }

    private static String state(SchedulerProcess process) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).substring(0, 1);
    }
}
