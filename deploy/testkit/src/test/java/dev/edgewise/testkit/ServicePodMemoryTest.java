package dev.edgewise.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServicePodMemoryTest {
    /** The shares of 512, 512, 256, 256, 384 and 384 MiB are 60, 45, 24, 35, 52 and 50 %, rounded down. */
    @ParameterizedTest
    @CsvSource({
        "scheduler-service, 512, -Xmx307m -Xms88m -XX:NewSize=44m",
        "network-probe, 512, -Xmx230m",
        "energy-adapter, 256, -Xmx61m -XX:SurvivorRatio=3 -XX:TargetSurvivorRatio=90",
        "function-offloader, 256, -Xmx89m -Xms48m -Xmn30m -XX:SurvivorRatio=3 -XX:TargetSurvivorRatio=90",
        "reward-monitor, 384, -Xmx199m -XX:NewRatio=7",
        "global-scheduler, 384, -Xmx192m"
    })
    void theHeapIsTheImagesShareOfTheManifestsLimit(String service, int limit, String options) {
        assertThat(ServicePodMemory.limitMebibytes(service)).isEqualTo(limit);
        assertThat(ServicePodMemory.heapOptions(service)).containsExactly(options.split(" "));
    }

    @Test
    void anImageWithoutAShareIsRefused() {
        assertThatThrownBy(() -> ServicePodMemory.heapOptions("simple-compiler"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith("options/simple-compiler has no line -XX:MaxRAMPercentage=");
        assertThatThrownBy(() -> ServicePodMemory.limitMebibytes("no-service"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("no-service");
    }
}
