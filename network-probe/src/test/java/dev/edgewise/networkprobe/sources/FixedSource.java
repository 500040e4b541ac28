package dev.edgewise.networkprobe.sources;

import dev.edgewise.common.signal.RoundTripTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** A source that knows what it was given. */
public final class FixedSource implements RttSource {
    private final Map<String, String> zones = new HashMap<>();
    private final Map<String, Map<String, RoundTripTime>> rows = new HashMap<>();

    public void put(String from, String to, RoundTripTime value) {
        rows.computeIfAbsent(from, name -> new HashMap<>()).put(to, value);
    }

    public void zone(String node, String zone) {
        zones.put(node, zone);
    }

    @Override
    public String zone(String node) {
        return zones.getOrDefault(node, "");
    }

    @Override
    public Map<String, Set<String>> poll(Instant now) {
        return Map.of();
    }

    @Override
    public void adopt(String from, Map<String, RoundTripTime> published, Instant now) {}

    @Override
    public void reset() {}

    @Override
    public Set<String> senders() {
        return rows.keySet();
    }

    @Override
    public int size() {
        return rows.size();
    }

    @Override
    public Map<String, RoundTripTime> row(String from) {
        return rows.getOrDefault(from, Map.of());
    }

    @Override
    public RoundTripTime find(String from, String to) {
        return row(from).get(to);
    }
}
