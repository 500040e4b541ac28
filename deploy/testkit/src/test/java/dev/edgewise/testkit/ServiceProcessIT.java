package dev.edgewise.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class ServiceProcessIT {
    @TempDir
    private Path directory;

    /** A shell that counts as fast as it can uses CPU time unless it stands still. */
    @Test
    void aSuspendedProcessUsesNoTime() throws Exception {
        try (ServiceProcess process = start("while :; do :; done")) {
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
        ServiceProcess process = start("while :; do :; done");
        process.suspend();

        process.close();

        assertThatThrownBy(process::requireAlive).hasMessageContaining("ended with status 137");
    }

    @Test
    void oneThatEndsShowsItsLastWords() throws Exception {
        try (ServiceProcess process = start("echo profile unknown; exit 3")) {
            await().untilAsserted(() -> assertThatThrownBy(process::requireAlive)
                    .hasMessageContaining("shell ended with status 3")
                    .hasMessageContaining("profile unknown"));
        }
    }

    @Test
    void isReadyWhenItsHealthAnswers200() throws Exception {
        HttpServer health = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        AtomicInteger asked = new AtomicInteger();
        health.createContext("/", exchange -> {
            exchange.sendResponseHeaders(asked.incrementAndGet() < 3 ? 503 : 200, -1);
            exchange.close();
        });
        health.start();
        URI address = URI.create("http://127.0.0.1:" + health.getAddress().getPort() + "/ready");
        try (ServiceProcess process = start("sleep 60")) {
            assertThat(process.awaitReady(address, Duration.ofSeconds(30))).isPositive();
            assertThat(asked).hasValue(3);
            health.removeContext("/");
            assertThatThrownBy(() -> process.awaitReady(address, Duration.ZERO))
                    .hasMessageContaining("shell was not ready within 0 s");
        } finally {
            health.stop(0);
        }
    }

    @Test
    void oneThatEndsIsNotWaitedFor() {
        try (ServiceProcess process = start("echo no such option; exit 2")) {
            URI nobody = URI.create("http://127.0.0.1:" + FreePorts.find());
            assertThatThrownBy(() -> process.awaitReady(nobody, Duration.ofMinutes(1)))
                    .hasMessageContaining("shell ended with status 2")
                    .hasMessageContaining("no such option");
            assertThat(process.death().join()).contains("ended with status 2");
        }
    }

    @Test
    void oneThatDoesNotEndInTimeIsKilled() throws Exception {
        try (ServiceProcess process = start("trap '' TERM; echo deaf; while :; do :; done")) {
            await().until(() -> process.log().contains("deaf"));
            assertThatThrownBy(() -> process.stop(Duration.ofMillis(50))).hasMessageContaining("did not end within");
            await().until(() -> !process.isAlive());
        }
    }

    private ServiceProcess start(String script) {
        return ServiceProcess.start("shell", List.of("sh", "-c", script), Map.of(), directory.resolve("log"));
    }

    private static String state(ServiceProcess process) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).substring(0, 1);
    }
}
