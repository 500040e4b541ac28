package dev.edgewise.scheduler.failover;

import dev.edgewise.scheduler.protection.Cover;
import dev.edgewise.scheduler.protection.Demand;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A node that keeps room.
 *
 * @param reserved what it keeps, by resource; {@code pods} is how many pods fit
 * @param nodes for how many nodes it stands in
 * @param standsInFor the nodes whose pods restart here, by name; the first {@value #MOST_HOMES} at most
 */
record BackupResponse(String node, Map<String, String> reserved, int nodes, List<Home> standsInFor) {
    private static final int MOST_HOMES = 100;

    /**
     * A node whose pods restart elsewhere.
     *
     * @param requested what those that restart here need, by resource
     */
    record Home(String node, Map<String, String> requested) {}

    static BackupResponse of(String node, Cover cover) {
        List<Home> homes = cover.byHome().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .limit(MOST_HOMES)
                .map(home -> new Home(home.getKey(), quantities(home.getValue())))
                .toList();
        return new BackupResponse(
                node, quantities(cover.reserve()), cover.byHome().size(), homes);
    }

    /** As Kubernetes writes them, with the number of pods. */
    static Map<String, String> quantities(Demand demand) {
        Map<String, String> quantities = new TreeMap<>(demand.resources().quantities());
        quantities.put("pods", Integer.toString(demand.pods()));
        return quantities;
    }
}
