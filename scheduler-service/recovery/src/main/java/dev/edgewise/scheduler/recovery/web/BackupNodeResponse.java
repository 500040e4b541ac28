package dev.edgewise.scheduler.recovery.web;

import dev.edgewise.scheduler.state.protection.NodeBackups;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.List;
import java.util.Map;

/**
 * A node with a reserve.
 *
 * @param reserved what it keeps, by resource; {@code pods} is how many pods fit
 * @param nodes for how many nodes it stands in
 * @param pods for how many pods in all
 * @param standsInFor the nodes whose pods restart here, by name; the first {@value #MOST_HOMES} at most
 */
record BackupNodeResponse(String node, Map<String, String> reserved, int nodes, int pods, List<Home> standsInFor) {
    private static final int MOST_HOMES = 100;

    /**
     * A node whose pods restart elsewhere.
     *
     * @param requested what those that restart here need, by resource
     */
    record Home(String node, Map<String, String> requested) {}

    static BackupNodeResponse of(String node, NodeBackups cover) {
        List<Home> homes = cover.byHome().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .limit(MOST_HOMES)
                .map(home -> new Home(home.getKey(), home.getValue().quantities()))
                .toList();
        int pods =
                cover.byHome().values().stream().mapToInt(ResourceDemand::pods).sum();
        return new BackupNodeResponse(
                node, cover.reserve().quantities(), cover.byHome().size(), pods, homes);
    }
}
