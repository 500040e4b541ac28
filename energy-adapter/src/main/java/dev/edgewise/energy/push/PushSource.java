package dev.edgewise.energy.push;

import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.readings.EnergySource;
import dev.edgewise.energy.readings.Measurement;
import dev.edgewise.energy.sources.Source;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The newest report of each device. One that is older than what is known changes nothing. */
final class PushSource implements EnergySource {
    private final Map<String, Measurement> newest = new ConcurrentHashMap<>();

    @Override
    public Source source() {
        return Source.PUSH;
    }

    /** Takes a report; the newest of the node, which is this one or another, is returned. */
    Measurement put(String node, Measurement report) {
        return newest.merge(node, report, (known, reported) -> reported.at().isBefore(known.at()) ? known : reported);
    }

    @Override
    public Map<String, Measurement> read(Collection<EnergyNode> nodes, Instant moment) {
        Map<String, Measurement> known = new HashMap<>();
        for (EnergyNode node : nodes) {
            Measurement report = newest.get(node.name());
            if (report != null) {
                known.put(node.name(), report);
            }
        }
        newest.keySet().retainAll(known.keySet());
        return known;
    }

    /** A report taken before survives a change of the leader. */
    @Override
    public void resume(Map<String, EnergyReading> published) {
        published.forEach((node, reading) -> put(
                node,
                new Measurement(
                        reading.percent(),
                        reading.observed().at(),
                        reading.observed().validFor(),
                        reading.battery(),
                        null)));
    }
}
