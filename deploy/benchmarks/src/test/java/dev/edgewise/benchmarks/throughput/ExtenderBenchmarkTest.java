package dev.edgewise.benchmarks.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExtenderBenchmarkTest {
    @Test
    void onlyNarrowingByFilterIsHeldAgainstKubeSchedulerAlone() {
        assertThat(ExtenderBenchmark.isHeldAgainstStock(List.of("filter"), 500)).isTrue();
        assertThat(ExtenderBenchmark.isHeldAgainstStock(List.of("filter"), 5_000))
                .isFalse();
        assertThat(ExtenderBenchmark.isHeldAgainstStock(List.of("filter", "prioritize"), 500))
                .isFalse();
    }
}
