package dev.edgewise.benchmarks.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.benchmarks.throughput.figures.Burst;
import dev.edgewise.benchmarks.throughput.figures.ColdAndWarmBursts;
import dev.edgewise.benchmarks.throughput.process.CpuUse;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryTest {
    private static final CpuUse CPU = new CpuUse(1.001, 0, 2.002, Double.NaN);

    /** 1001 pods: ours in 2 s, 500/s, the stock one in 4, the loop in 1.6; cold in 10 and 12 s. */
    private final Map<ComparedScheduler, ColdAndWarmBursts> rounds = new EnumMap<>(Map.of(
            ComparedScheduler.EDGEWISE, new ColdAndWarmBursts(List.of(burst(10)), List.of(burst(2))),
            ComparedScheduler.STOCK, new ColdAndWarmBursts(List.of(burst(12)), List.of(burst(4))),
            ComparedScheduler.BARE_LOOP, new ColdAndWarmBursts(List.of(burst(9)), List.of(burst(1.6)))));

    @Test
    void ratiosAndBarsAt500Nodes() {
        assertThat(json(500))
                .contains(
                        "\"edgewise_pods_per_s\":500.0",
                        "\"stock_cpu_s_per_1000\":1.0",
                        "\"stock_etcd_cpu_s_per_1000\":null",
                        "\"edgewise_to_stock\":{\"value\":2.0,\"atLeast\":1.5,\"met\":true}",
                        "\"edgewise_to_bare_loop\":{\"value\":0.8,\"atLeast\":0.9,\"met\":false}",
                        "\"cold_edgewise_to_stock\":{\"value\":1.2,\"atLeast\":0.8,\"met\":true}",
                        "\"edgewise_events_s\":{\"value\":3.0,\"atMost\":10.0,\"met\":true}");
    }

    @Test
    void atManyNodesMoreIsExpectedOfTheWarmAndNothingOfTheCold() {
        assertThat(json(5000))
                .contains("\"edgewise_to_stock\":{\"value\":2.0,\"atLeast\":2.0,\"met\":true}")
                .doesNotContain("\"cold_edgewise_to_stock\":{");
    }

    @Test
    void fewNodesHaveNoBars() {
        assertThat(json(100)).contains("\"edgewise_to_stock\":2.0").doesNotContain("atLeast");
    }

    @Test
    void whoDoesNotTakePartIsNotComparedWith() {
        rounds.remove(ComparedScheduler.STOCK);

        assertThat(json(500)).contains("edgewise_to_bare_loop").doesNotContain("stock");
    }

    /** 400 pods/s beside slots and 500 without: 2.5 s and 2. */
    @Test
    void slotsAreComparedWithOurselvesWithoutSlots() {
        rounds.put(ComparedScheduler.EDGEWISE_WITH_SLOTS, new ColdAndWarmBursts(List.of(), List.of(burst(2.5))));

        assertThat(json(500)).contains("\"with_slots_to_without\":{\"value\":0.8,\"atLeast\":0.95,\"met\":false}");
    }

    @Test
    void theTableShowsEachContestantAndRatio() {
        String table = new SummaryTable(new Summary(rounds, 500)).text();

        assertThat(table.lines().map(line -> line.replaceAll(" +", " ")))
                .contains(
                        "edgewise 500 (500-500) 0.00 3.00 1.00 2.00 NaN 10.0 (10.0-10.0)",
                        "edgewise / stock 2.00 (2.00-2.00)",
                        "edgewise / bare-loop 0.80 (0.80-0.80)",
                        "edgewise / stock, cold 1.20 (1.20-1.20)");
    }

    private String json(int nodes) {
        return new Summary(rounds, nodes).addTo(new Report("throughput")).toJson();
    }

    private static Burst burst(double seconds) {
        return new Burst(1001, 0, seconds, 3, CPU, CPU);
    }
}
