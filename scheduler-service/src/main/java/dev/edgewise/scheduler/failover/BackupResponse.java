package dev.edgewise.scheduler.failover;

import dev.edgewise.scheduler.protection.Cover;
import dev.edgewise.scheduler.protection.Demand;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A node that keeps room.
 *
 * @param reserved what it keeps, by resource; {@code pods} is how many pods fit
 * @param standsInFor the nodes whose pods restart here, by name
 */
record BackupResponse(String node, Map<String, String> reserved, List<Home> standsInFor) {
    /**
     * A node whose pods restart elsewhere.
     *
     * @param requested what those that restart here need, by resource
     */
    record Home(String node, Map<String, String> requested) {}

    static BackupResponse of(String node, Cover cover) {
        List<Home> homes = cover.byHome().entrySet().stream()
                .map(home -> new Home(home.getKey(), quantities(home.getValue())))
                .sorted(Comparator.comparing(Home::node))
                .toList();
        return new BackupResponse(node, quantities(cover.reserve()), homes);
    }

    /** As Kubernetes writes them, with the number of pods. */
    static Map<String, String> quantities(Demand demand) {
        Map<String, String> quantities = new TreeMap<>(demand.resources().quantities());
        quantities.put("pods", Integer.toString(demand.pods()));
        return quantities;
    }
}
