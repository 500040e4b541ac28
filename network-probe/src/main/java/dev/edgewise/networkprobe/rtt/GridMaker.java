package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.nodes.NaturalOrder;
import dev.edgewise.networkprobe.sources.EffectiveRtt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/** Makes grids of what is in force. */
final class GridMaker {
    /** Beyond this many nodes a page shows zones. */
    static final int MOST_NODES = 600;

    private static final char UNKNOWN = '.';

    private final EffectiveRtt rtt;
    private final NodeZones zones;

    GridMaker(EffectiveRtt rtt, NodeZones zones) {
        this.rtt = rtt;
        this.zones = zones;
    }

    GridResponse make(Instant now) {
        SortedSet<String> nodes = rtt.nodes();
        return nodes.size() <= MOST_NODES ? ofNodes(nodes, now) : ofZones(nodes, now);
    }

    GridResponse ofNodes(SortedSet<String> nodes, Instant now) {
        List<String> names = new ArrayList<>(nodes);
        names.sort(zones);
        Map<String, Integer> index = index(names);
        int[][] micros = empty(names.size());
        List<String> states = new ArrayList<>();
        for (int row = 0; row < names.size(); row++) {
            char[] state = new char[names.size()];
            Arrays.fill(state, UNKNOWN);
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
        return new GridResponse("node", names, names.stream().map(zones::of).toList(), micros, states);
    }

    private static char[][] unknown(int size) {
        char[][] states = new char[size][size];
        for (char[] row : states) {
            Arrays.fill(row, UNKNOWN);
        }
        return states;
    }

    GridResponse ofZones(SortedSet<String> nodes, Instant now) {
        List<String> names = nodes.stream()
                .map(zones::of)
                .distinct()
                .sorted(NaturalOrder.INSTANCE)
                .toList();
        Map<String, Integer> index = index(names);
        Map<Long, List<Integer>> values = new HashMap<>();
        char[][] states = unknown(names.size());
        for (String from : nodes) {
            int row = index.getOrDefault(zones.of(from), 0);
            rtt.row(from).forEach((to, value) -> {
                int column = index.getOrDefault(zones.of(to), 0);
                values.computeIfAbsent((long) row * names.size() + column, cell -> new ArrayList<>())
                        .add(micros(value));
                char state = state(value, now);
                if ("mesl.".indexOf(state) < "mesl.".indexOf(states[row][column])) {
                    states[row][column] = state;
                }
            });
        }
        int[][] micros = empty(names.size());
        values.forEach((cell, all) -> {
            all.sort(Comparator.naturalOrder());
            micros[(int) (cell / names.size())][(int) (cell % names.size())] = all.get((all.size() - 1) / 2);
        });
        return new GridResponse(
                "zone",
                names,
                names,
                micros,
                Arrays.stream(states).map(String::new).toList());
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
