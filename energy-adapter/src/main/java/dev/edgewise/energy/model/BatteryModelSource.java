package dev.edgewise.energy.model;

import dev.edgewise.common.signal.energy.BatteryFacts;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.energy.battery.Battery;
import dev.edgewise.energy.battery.BatterySettings;
import dev.edgewise.energy.battery.BatteryState;
import dev.edgewise.energy.battery.PowerModel;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.readings.EnergySource;
import dev.edgewise.energy.readings.Measurement;
import dev.edgewise.energy.series.NodeTimeSeries;
import dev.edgewise.energy.sources.EnergySourceKind;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Charges and drains a battery for each node, in steps of at most 10 s of its time. */
final class BatteryModelSource implements EnergySource {
    private static final double LONGEST_STEP_SECONDS = 10;
    private static final double SECONDS_PER_HOUR = 3_600;

    private final Map<String, Battery> batteries = new HashMap<>();
    private final BatterySettings settings;
    private final PowerModel power;
    private final double startMwh;
    private final NodeTimeSeries solar;
    private final BusyCores busyCores;
    private final double scale;
    private final Duration validFor;
    private final Clock clock;
    private @Nullable Instant last;
    private double elapsedSeconds;

    BatteryModelSource(
            BatteryModelProperties properties,
            NodeTimeSeries solar,
            BusyCores busyCores,
            Duration validFor,
            Clock clock) {
        this.settings = properties.battery();
        this.power = properties.power();
        this.startMwh = properties.startMwh();
        this.scale = properties.scale();
        this.solar = solar;
        this.busyCores = busyCores;
        this.validFor = validFor;
        this.clock = clock;
    }

    @Override
    public EnergySourceKind source() {
        return EnergySourceKind.MODEL;
    }

    @Override
    public Duration validFor() {
        return validFor;
    }

    @Override
    public Map<String, Measurement> read(Collection<EnergyNode> nodes, Instant moment) {
        double passed = last == null ? 0 : Duration.between(last, moment).toNanos() / 1e9 * scale;
        last = moment;
        Instant now = clock.instant();
        Map<String, Measurement> read = new HashMap<>();
        for (EnergyNode node : nodes) {
            String name = node.name();
            Battery battery = batteries.computeIfAbsent(name, none -> new Battery(settings, startMwh));
            double draw = power.milliwatt(busyCores.of(name));
            pass(name, battery, draw, passed);
            read.put(name, measurement(name, battery, draw, elapsedSeconds + passed, now));
        }
        elapsedSeconds += passed;
        batteries.keySet().retainAll(read.keySet());
        return read;
    }

    private void pass(String node, Battery battery, double draw, double seconds) {
        double at = elapsedSeconds;
        for (double left = seconds; left > 0; left -= LONGEST_STEP_SECONDS) {
            double step = Math.min(left, LONGEST_STEP_SECONDS);
            double hours = step / SECONDS_PER_HOUR;
            battery.step(solar.perHour(node, at) * hours, draw * hours);
            at += step;
        }
    }

    private Measurement measurement(String node, Battery battery, double draw, double at, Instant now) {
        BatteryFacts facts = new BatteryFacts(
                battery.capacityMwh(),
                battery.chargeMwh(),
                solar.perHour(node, at),
                battery.state() == BatteryState.FAILED ? 0 : draw);
        // One that does not run, or not yet, has no power for pods, whatever the percentage.
        EnergyLevel stated = battery.state() == BatteryState.RUNNING ? null : EnergyLevel.POWERLESS;
        return new Measurement(battery.percent(), now, validFor, facts, stated);
    }

    @Override
    public Optional<String> problem() {
        return Optional.of(busyCores.problem()).filter(text -> !text.isEmpty());
    }

    @Override
    public void forget() {
        batteries.clear();
        last = null;
        elapsedSeconds = 0;
    }

    @Override
    public void resume(Map<String, EnergyReading> published) {
        published.forEach((node, reading) -> batteries.putIfAbsent(
                node,
                Battery.resumed(
                        settings,
                        reading.percent() * settings.capacityMwh() / 100,
                        reading.level() == EnergyLevel.POWERLESS)));
    }
}
