package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.nodes.NaturalOrder;
import dev.edgewise.networkprobe.sources.EffectiveRttMerger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Makes grids of the times that currently apply. */
final class RttGridBuilder {
    /** Maximum number of rows: with more nodes a page shows zones, and no more of these. */
    static final int MOST_ROWS = 600;

    private static final char UNKNOWN = '.';
    private static final String BEST_FIRST = "mesl" + UNKNOWN;

    private final EffectiveRttMerger rtt;
    private final NodeDisplayOrder zones;

    RttGridBuilder(EffectiveRttMerger rtt, NodeDisplayOrder zones) {
        this.rtt = rtt;
        this.zones = zones;
    }

    RttGridResponse make(Instant now) {
        SortedSet<String> nodes = rtt.nodes();
        return nodes.size() <= MOST_ROWS ? ofNodes(nodes, now) : ofZones(nodes, now);
    }

    RttGridResponse ofNodes(SortedSet<String> nodes, Instant now) {
        List<String> names = new ArrayList<>(nodes);
        names.sort(zones);
        Map<String, Integer> index = index(names);
        int[][] micros = empty(names.size());
        List<String> states = new ArrayList<>();
        for (int row = 0; row < names.size(); row++) {
            char[] state = unknown(names.size());
            int[] cells = micros[row];
            rtt.row(names.get(row)).forEach((to, value) -> {
                int column = index.getOrDefault(to, -1);
                if (column >= 0) {
                    cells[column] = micros(value);
                    state[column] = state(value, now);
                }
            });
            states.add(new String(state));
        }
        return new RttGridResponse("node", names, names.stream().map(zones::of).toList(), 0, micros, states);
    }

    /** Grid of the zones; of more than a page can show, those with the most nodes. */
    RttGridResponse ofZones(SortedSet<String> nodes, Instant now) {
        Map<String, List<String>> members = nodes.stream().collect(Collectors.groupingBy(zones::of));
        SortedMap<String, List<String>> shown = largest(members);
        List<String> names = List.copyOf(shown.keySet());
        Map<String, Integer> index = index(names);
        int[][] micros = empty(names.size());
        List<String> states = new ArrayList<>();
        shown.forEach((zone, senders) -> states.add(zoneRow(senders, index, micros[states.size()], now)));
        return new RttGridResponse("zone", names, names, members.size() - names.size(), micros, states);
    }

    private static SortedMap<String, List<String>> largest(Map<String, List<String>> members) {
        SortedMap<String, List<String>> largest = new TreeMap<>(NaturalOrder.INSTANCE);
        members.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<String, List<String>> zone) ->
                                -zone.getValue().size())
                        .thenComparing(Map.Entry::getKey, NaturalOrder.INSTANCE))
                .limit(MOST_ROWS)
                .forEach(zone -> largest.put(zone.getKey(), zone.getValue()));
        return largest;
    }

    /** Sets the medians of a row; returns its states: of each pair of zones the best that one of its pairs has. */
    private String zoneRow(List<String> senders, Map<String, Integer> index, int[] micros, Instant now) {
        char[] states = unknown(micros.length);
        Map<Integer, List<Integer>> values = new HashMap<>();
        for (String from : senders) {
            rtt.row(from).forEach((to, value) -> {
                int column = index.getOrDefault(zones.of(to), -1);
                if (column >= 0) {
                    values.computeIfAbsent(column, cell -> new ArrayList<>()).add(micros(value));
                    char state = state(value, now);
                    if (BEST_FIRST.indexOf(state) < BEST_FIRST.indexOf(states[column])) {
                        states[column] = state;
                    }
                }
            });
        }
        values.forEach((column, all) -> {
            all.sort(Comparator.naturalOrder());
            micros[column] = all.get((all.size() - 1) / 2);
        });
        return new String(states);
    }

    private static char[] unknown(int size) {
        char[] states = new char[size];
        Arrays.fill(states, UNKNOWN);
        return states;
    }

    private static Map<String, Integer> index(List<String> names) {
        Map<String, Integer> index = new HashMap<>();
        names.forEach(name -> index.put(name, index.size()));
        return index;
    }

    private static int[][] empty(int size) {
        int[][] micros = new int[size][size];
        for (int[] row : micros) {
            Arrays.fill(row, -1);
        }
        return micros;
    }

    private static int micros(RoundTripTime value) {
        return (int) Math.min(value.p50Micros(), Integer.MAX_VALUE);
    }

    private static char state(RoundTripTime value, Instant now) {
        if (value.estimate() == null && value.loss() == 1) {
            return 'l';
        }
        if (value.observed().staleAt(now)) {
            return 's';
        }
        return value.estimate() == null ? 'm' : 'e';
    }
}
