package dev.edgewise.energy.model;

import static dev.edgewise.energy.TestNodes.nodes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.common.NodeCpuRequests;
import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.testing.TestProperties;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.energy.nodes.NodeCpuUsage;
import dev.edgewise.energy.readings.Measurement;
import dev.edgewise.energy.readings.RefreshProperties;
import dev.edgewise.energy.series.NodeTimeSeries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatteryModelSourceTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private static BatteryModelSource source(NodeTimeSeries solar, Map<String, String> properties) {
        BatteryModelProperties bound = TestProperties.bind(BatteryModelProperties.class, properties);
        return new BatteryModelSource(
                bound, solar, node -> node.equals("busy") ? 2.5 : 0, Duration.ofMinutes(2), new TestClock());
    }

    private static Measurement read(BatteryModelSource source, int second, String node) {
        return source.read(nodes(node), BEGIN.plusSeconds(second)).get(node);
    }

    @Test
    void whatPodsRequestDrainsTheBattery() {
        BatteryModelSource source = source(NodeTimeSeries.NONE, Map.of());

        assertThat(read(source, 0, "busy").percent()).isEqualTo(100);
        Measurement later = read(source, 360, "busy");
        // 1900 + 2.5 × 800 = 3900 mW for 0.1 h are 390 of 1250 mWh.
        assertThat(later.percent()).isCloseTo(68.8, within(0.001));
        assertThat(later.battery().drawMilliwatt()).isEqualTo(3_900);
        assertThat(later.battery().capacityMwh()).isEqualTo(1_250);
        assertThat(later.battery().chargeMwh()).isCloseTo(860, within(0.001));
    }

    @Test
    void theSunChargesAndAFailedNodeDrawsNothing() {
        NodeTimeSeries solar = NodeTimeSeries.of(Duration.ofMinutes(10), Map.of("idle", List.of(0.0, 655.0)));
        BatteryModelSource source = source(solar, Map.of("edgewise.energy-adapter.model.start-percent", "0"));

        Measurement dark = read(source, 0, "idle");
        assertThat(dark.percent()).isZero();
        assertThat(dark.battery().drawMilliwatt()).isZero();
        assertThat(dark.battery().inputMilliwatt()).isZero();
        assertThat(read(source, 600, "idle").percent()).isZero();
        // 655 mWh in 10 minutes are 3930 mW, 10.917 mWh in 10 s; the first 10 s bring it above 10 mWh, undrained.
        Measurement light = read(source, 610, "idle");
        assertThat(light.battery().chargeMwh()).isCloseTo(10.917, within(0.001));
        assertThat(light.battery().inputMilliwatt()).isCloseTo(3_930, within(0.001));
        assertThat(light.battery().drawMilliwatt()).isEqualTo(1_900);
    }

    @Test
    void aNodeThatFailedIsPowerlessUntilItBoots() {
        NodeTimeSeries solar = NodeTimeSeries.of(Duration.ofMinutes(10), Map.of("idle", List.of(6_550.0)));
        BatteryModelSource source = source(
                solar,
                Map.of(
                        "edgewise.energy-adapter.model.start-percent",
                        "0",
                        "edgewise.energy-adapter.model.boot-percent",
                        "50"));

        assertThat(read(source, 0, "idle").stated()).isEqualTo(EnergyLevel.POWERLESS);
        Measurement pending = read(source, 50, "idle");
        assertThat(pending.percent()).as("above where low-powered begins").isBetween(40.0, 49.0);
        assertThat(pending.stated()).isEqualTo(EnergyLevel.POWERLESS);
        assertThat(read(source, 70, "idle").stated()).as("it runs").isNull();
    }

    @Test
    void withoutMetricsRequestsCount() {
        ManualTicker ticker = new ManualTicker();
        SteadyTime time = new SteadyTime(ticker, new TestClock());
        NodeCpuUsage used = new NodeCpuUsage();
        NodeCpuRequests requested = new NodeCpuRequests();
        requested.put("default", "p", "a", 2_000);
        MeasuredOrRequestedCores cores = new MeasuredOrRequestedCores(used, requested, time);

        assertThat(cores.of("a")).isEqualTo(2);
        used.put(Map.of("a", 0.25), time.now());
        assertThat(cores.of("a")).isEqualTo(0.25);
        assertThat(cores.of("b")).isZero();
        used.failed("away");
        assertThat(cores.problem()).isEqualTo("away");
        ticker.advance(Duration.ofSeconds(120));
        assertThat(cores.of("a")).as("still valid").isEqualTo(0.25);
        ticker.advance(Duration.ofSeconds(1));
        assertThat(cores.of("a")).isEqualTo(2);
    }

    @Test
    void whoLeadsAgainKnowsNothingOfTheLastTime() {
        NodeTimeSeries solar = NodeTimeSeries.of(Duration.ofMinutes(10), Map.of("idle", List.of(655.0, 0.0)));
        BatteryModelSource source = source(solar, Map.of());
        read(source, 0, "idle");
        assertThat(read(source, 900, "idle").battery().inputMilliwatt()).isZero();
        source.forget();
        ObservationMetadata observed = new ObservationMetadata(TestClock.START, "model", Duration.ofMinutes(2));
        source.resume(Map.of("idle", new EnergyReading(EnergyLevel.VULNERABLE, 50, observed)));

        Measurement again = read(source, 9_000, "idle");
        assertThat(again.percent()).isEqualTo(50);
        assertThat(again.battery().inputMilliwatt()).as("the sun begins anew").isCloseTo(3_930, within(0.001));
    }

    @Test
    void aNodeThatWasPendingIsSoForAnotherLeader() {
        BatteryModelSource source = source(
                NodeTimeSeries.of(Duration.ofMinutes(10), Map.of("idle", List.of(6_550.0))),
                Map.of("edgewise.energy-adapter.model.boot-percent", "50"));
        ObservationMetadata observed = new ObservationMetadata(TestClock.START, "model", Duration.ofMinutes(2));
        source.resume(Map.of(
                "idle", new EnergyReading(EnergyLevel.POWERLESS, 45, observed),
                "runs", new EnergyReading(EnergyLevel.VULNERABLE, 45, observed),
                "booted", new EnergyReading(EnergyLevel.POWERLESS, 50, observed)));

        Map<String, Measurement> read = source.read(nodes("idle", "runs", "booted"), BEGIN);
        assertThat(read.get("idle").stated()).isEqualTo(EnergyLevel.POWERLESS);
        assertThat(read.get("runs").stated()).isNull();
        assertThat(read.get("booted").stated()).isNull();
        assertThat(read(source, 20, "idle").stated()).as("it has booted").isNull();
    }

    private static BatteryModelSource fromFile(Path solar, String... lines) throws IOException {
        Files.write(solar, List.of(lines));
        SteadyTime time = new SteadyTime(new ManualTicker(), new TestClock());
        Map<String, String> values = Map.of("edgewise.energy-adapter.model.solar", solar.toString());
        return new BatteryModelConfiguration()
                .modelSource(
                        TestProperties.bind(BatteryModelProperties.class, values),
                        new RefreshProperties(Duration.ofSeconds(5), Duration.ofMinutes(2)),
                        new NodeCpuRequests(),
                        new NodeCpuUsage(),
                        time,
                        new TestClock());
    }

    @Test
    void moreSunThanCanBeComputedIsNamedWithItsFileLineAndColumn(@TempDir Path directory) {
        Path solar = directory.resolve("solar.csv");
        assertThatThrownBy(() -> fromFile(solar, "time,idle", "0,1", "1,1e306"))
                .hasMessage("The file of edgewise.energy-adapter.model.solar cannot be used: " + solar
                        + ":3: column idle is \"1e306\": it must be an amount in mWh, from 0 to 1e12.");
    }

    @Test
    void theMostSunInTheShortestSlotIsFinite(@TempDir Path directory) throws Exception {
        BatteryModelSource source = fromFile(directory.resolve("solar.csv"), "time,idle", "0,1e12", "1e-6,1e12");
        read(source, 0, "idle");
        assertThat(read(source, 5, "idle").battery().inputMilliwatt()).isCloseTo(3.6e21, within(1e18));
    }

    @Test
    void anotherLeaderContinuesAndTimeMayPassFaster() {
        BatteryModelSource source = source(NodeTimeSeries.NONE, Map.of("edgewise.energy-adapter.model.scale", "6"));
        ObservationMetadata observed = new ObservationMetadata(TestClock.START, "model", Duration.ofMinutes(2));
        source.resume(Map.of("idle", new EnergyReading(EnergyLevel.VULNERABLE, 50, observed)));

        assertThat(read(source, 0, "idle").percent()).isEqualTo(50);
        // 1900 mW for 6 × 60 s are 190 mWh, 15.2 %.
        assertThat(read(source, 60, "idle").percent()).isCloseTo(34.8, within(0.001));
    }
}
