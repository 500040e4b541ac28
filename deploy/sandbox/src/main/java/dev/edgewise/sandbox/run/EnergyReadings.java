package dev.edgewise.sandbox.run;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Readings of the nodes from energy-adapter. */
final class EnergyReadings {
    /** A board stops at 0.8 % of its charge, and boots at 10 %. */
    private static final double OFF_PERCENT = 0.8;

    private static final double BOOT_PERCENT = 10;
    /** Minimum gain, in percent; the default of function-offloader. */
    private static final double MIN_GAIN_PERCENT = 10;

    private final URI address;
    private final TreeMap<String, Reading> readings = new TreeMap<>();
    private final Set<String> off = new TreeSet<>();

    record Reading(String level, double percent) {
        boolean isPowerless() {
            return level.equals("powerless");
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%3.0f %% %s", percent, level);
        }
    }

    EnergyReadings(URI adapter) {
        address = adapter.resolve("/api/v1/energy?limit=500");
    }

    /** Reads all readings; unreadable ones stay as they were. */
    void read() throws InterruptedException {
        ServiceHttpClient.get(address).ifPresent(answer -> answer.path("items")
                .forEach(reading -> put(
                        reading.path("node").asText(),
                        new Reading(
                                reading.path("level").asText(),
                                reading.path("percent").asDouble()))));
    }

    void put(String node, Reading reading) {
        readings.put(node, reading);
    }

    @Nullable
    Reading of(String node) {
        return readings.get(node);
    }

    boolean isOff(String node) {
        return off.contains(node);
    }

    Set<String> powerless() {
        Set<String> powerless = new TreeSet<>();
        readings.forEach((node, reading) -> {
            if (reading.isPowerless()) {
                powerless.add(node);
            }
        });
        return powerless;
    }

    /** Nodes that run, are not powerless, and have so much more charge than that one that a function may move there. */
    Set<String> betterThan(String node) {
        Set<String> better = new TreeSet<>();
        Reading here = readings.get(node);
        readings.forEach((other, reading) -> {
            if (here != null
                    && !off.contains(other)
                    && !reading.isPowerless()
                    && reading.percent() >= here.percent() + MIN_GAIN_PERCENT) {
                better.add(other);
            }
        });
        return better;
    }

    /** Whether a node is to be switched on or off now; empty if it is as it should be. */
    Optional<Boolean> changeOfPower(String node) {
        Reading reading = readings.get(node);
        if (reading == null) {
            return Optional.empty();
        }
        if (reading.percent() < OFF_PERCENT && off.add(node)) {
            return Optional.of(false);
        }
        return reading.percent() >= BOOT_PERCENT && off.remove(node) ? Optional.of(true) : Optional.empty();
    }
}
