package dev.edgewise.sandbox.run;

import dev.edgewise.sandbox.topology.Topology;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A line for each node: its level, and how many functions it runs. */
final class EnergyDisplay {
    private final Map<String, Progress.Step> lines = new LinkedHashMap<>();

    EnergyDisplay(Progress progress, Topology topology) {
        topology.nodes().forEach(node -> lines.put(node.name(), progress.step(node.name())));
    }

    void show(EnergyReadings readings, FunctionPods pods) {
        lines.forEach((node, line) -> {
            EnergyReadings.Reading reading = readings.of(node);
            String energy = readings.isOff(node) ? "off" : reading == null ? "no reading" : reading.toString();
            int functions = pods.on(node);
            line.update(String.format(Locale.ROOT, "%-20s %s", energy, "*".repeat(functions)));
        });
    }
}
