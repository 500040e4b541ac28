package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.networkprobe.estimation.Estimate;
import dev.edgewise.networkprobe.estimation.Neighbour;
import dev.edgewise.networkprobe.peers.RttMeasurementPlanner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Lets every node measure every other, and estimates what a test sets. */
final class FakeModel implements RttMeasurementPlanner {
    final List<String> reported = new ArrayList<>();
    final List<String> removed = new ArrayList<>();
    final Set<String> silent = new HashSet<>();
    final Map<String, Map<String, Estimate>> estimates = new HashMap<>();
    final Map<String, List<String>> fixed = new HashMap<>();

    @Override
    public void report(String from, String to, long micros, Instant at) {
        reported.add(from + ">" + to + "=" + micros);
    }

    @Override
    public Set<String> silent(String from, String to, Instant at) {
        silent.add(from + ">" + to);
        return Set.of(from, to);
    }

    @Override
    public boolean isSilent(String from, String to) {
        return silent.contains(from + ">" + to);
    }

    @Override
    public Map<String, List<String>> plan(Collection<String> nodes, Instant now) {
        Map<String, List<String>> plan = new TreeMap<>();
        nodes.forEach(node -> plan.put(
                node,
                fixed.getOrDefault(
                        node,
                        nodes.stream().filter(other -> !other.equals(node)).toList())));
        return plan;
    }

    @Override
    public boolean isWarm() {
        return true;
    }

    @Override
    public List<Neighbour> nearest(String from, int most, Predicate<String> wanted) {
        return estimates.getOrDefault(from, Map.of()).entrySet().stream()
                .filter(entry -> wanted.test(entry.getKey()))
                .map(entry -> new Neighbour(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingDouble(
                        neighbour -> neighbour.estimate().micros()))
                .limit(most)
                .toList();
    }

    @Override
    public void remove(String node) {
        removed.add(node);
    }
}
