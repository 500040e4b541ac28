package dev.edgewise.global.remote;

import dev.edgewise.global.cluster.ClusterDelays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The delays between members, each direction of its own: as their network-probes have measured them, else as their
 * Secrets say.
 */
final class ClusterDelaysBuilder {
    private final Map<String, String> byProbeName = new HashMap<>();
    private final Map<String, Map<String, Double>> delays = new HashMap<>();

    private ClusterDelaysBuilder() {}

    static ClusterDelays of(Collection<MemberHandle> handles) {
        ClusterDelaysBuilder all = new ClusterDelaysBuilder();
        handles.forEach(handle -> all.byProbeName.put(handle.probeName(), handle.name()));
        handles.forEach(all::add);
        return new ClusterDelays(all.delays);
    }

    private void add(MemberHandle handle) {
        Map<String, Double> whole = new HashMap<>(handle.settings().delays());
        delays.put(handle.name(), whole);
        MemberDelayAndBatteryCache signals = handle.signals();
        if (signals == null) {
            return;
        }
        whole.putAll(named(signals.delays(handle.probeName())));
        for (String node : signals.sources()) {
            if (!node.equals(handle.probeName())) {
                delays.put(handle.name() + "/" + node, ofNode(named(signals.delays(node)), handle.name(), whole));
            }
        }
    }

    /**
     * Returns the delays of a node; to members that were not measured from it, by way of its cluster's own name in the
     * matrix.
     */
    private static Map<String, Double> ofNode(Map<String, Double> row, String cluster, Map<String, Double> whole) {
        Map<String, Double> all = new HashMap<>();
        Double toOwn = row.get(cluster);
        if (toOwn != null) {
            whole.forEach((target, millis) -> all.put(target, toOwn + millis));
        }
        all.putAll(row);
        return all;
    }

    private Map<String, Double> named(Map<String, Double> row) {
        Map<String, Double> named = new HashMap<>();
        row.forEach((to, millis) -> {
            String member = byProbeName.get(to);
            if (member != null) {
                named.put(member, millis);
            }
        });
        return named;
    }
}
