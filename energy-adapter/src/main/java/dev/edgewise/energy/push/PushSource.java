package dev.edgewise.energy.push;

import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.readings.EnergySource;
import dev.edgewise.energy.readings.Measurement;
import dev.edgewise.energy.sources.EnergySourceKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The newest report of each device. One that is older than what is known changes nothing. */
final class PushSource implements EnergySource {
    private final Map<String, Measurement> newest = new ConcurrentHashMap<>();
    private final Duration validFor;

    PushSource(Duration validFor) {
        this.validFor = validFor;
    }

    @Override
    public EnergySourceKind source() {
        return EnergySourceKind.PUSH;
    }

    @Override
    public Duration validFor() {
        return validFor;
    }

    /**
     * Takes a report; the newest of the node, which is this one or another, is returned. What is of the future is never
     * newer.
     */
    Measurement put(String node, Measurement report, Instant now) {
        return newest.merge(
                node,
                report,
                (known, reported) ->
                        reported.at().isBefore(known.at()) && !known.at().isAfter(now) ? known : reported);
    }

    @Override
    public Map<String, Measurement> read(Collection<EnergyNode> nodes, Instant moment) {
        Set<String> served = nodes.stream().map(EnergyNode::name).collect(Collectors.toSet());
        newest.keySet().retainAll(served);
        return Map.copyOf(newest);
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
                        null),
                Instant.MAX));
    }
}
