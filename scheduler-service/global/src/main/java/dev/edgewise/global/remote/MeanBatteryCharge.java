package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.Names;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyLevelThresholds;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The mean charge of a member's nodes, by the label that energy-adapter writes. The label has a level, which counts as
 * the middle of its band with energy-adapter's default bounds.
 */
final class MeanBatteryCharge {
    private static final Map<String, Double> LEVELS = Arrays.stream(EnergyLevel.values())
            .collect(Collectors.toUnmodifiableMap(EnergyLevel::label, EnergyLevelThresholds.DEFAULT::middle));

    private double sum;
    private int count;

    void add(JsonNode node) {
        String level =
                node.path("metadata").path("labels").path(Names.ENERGY_LABEL).asText("");
        Double percent = LEVELS.get(level);
        if (percent != null) {
            sum += percent;
            count++;
        }
    }

    /** Returns the mean of the nodes that have a level; NaN if none has. */
    double mean() {
        return count == 0 ? Double.NaN : sum / count;
    }
}
