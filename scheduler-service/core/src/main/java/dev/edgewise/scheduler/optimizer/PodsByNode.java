package dev.edgewise.scheduler.optimizer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Pods, by their numbers, of each node and of each backup that they go to. */
final class PodsByNode {
    private final Map<String, Map<Integer, List<Integer>>> pods = new HashMap<>();

    void add(String home, int backup, int pod) {
        pods.computeIfAbsent(home, name -> new HashMap<>())
                .computeIfAbsent(backup, node -> new ArrayList<>())
                .add(pod);
    }

    void remove(String home, int backup, int pod) {
        Map<Integer, List<Integer>> byBackup = pods.getOrDefault(home, Map.of());
        List<Integer> known = byBackup.get(backup);
        if (known != null && known.remove(Integer.valueOf(pod)) && known.isEmpty()) {
            byBackup.remove(backup);
        }
    }

    Set<Integer> backups(String home) {
        return pods.getOrDefault(home, Map.of()).keySet();
    }

    List<Integer> get(String home, int backup) {
        return pods.getOrDefault(home, Map.of()).getOrDefault(backup, List.of());
    }
}
