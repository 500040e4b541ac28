package dev.edgewise.networkprobe.estimates;

import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.sources.RttSourceKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The estimates from one node, in a few bytes each: there are hundreds for each node. Immutable. */
final class EstimateRow {
    static final EstimateRow EMPTY = new EstimateRow(List.of());

    /** @param atSeconds when the value was published, in s since 1970 */
    record Cell(String to, int micros, int lowerMicros, int upperMicros, int levelPercent, long atSeconds) {}

    private final String[] names;
    private final int[] micros;
    private final int[] lower;
    private final int[] upper;
    private final byte[] level;
    /** Unsigned: until 2106. */
    private final int[] atSeconds;

    EstimateRow(Collection<Cell> unsorted) {
        List<Cell> cells =
                unsorted.stream().sorted(Comparator.comparing(Cell::to)).toList();
        int size = cells.size();
        names = new String[size];
        micros = new int[size];
        lower = new int[size];
        upper = new int[size];
        level = new byte[size];
        atSeconds = new int[size];
        for (int i = 0; i < size; i++) {
            Cell cell = cells.get(i);
            names[i] = cell.to();
            micros[i] = cell.micros();
            lower[i] = cell.lowerMicros();
            upper[i] = cell.upperMicros();
            level[i] = (byte) cell.levelPercent();
            atSeconds[i] = (int) cell.atSeconds();
        }
    }

    int size() {
        return names.length;
    }

    List<String> receivers() {
        return List.of(names);
    }

    int find(String to) {
        return Arrays.binarySearch(names, to);
    }

    Cell cell(int at) {
        return new Cell(names[at], micros[at], lower[at], upper[at], level[at], Integer.toUnsignedLong(atSeconds[at]));
    }

    RoundTripTime value(int at, Duration validFor) {
        ObservationMetadata observed = new ObservationMetadata(
                Instant.ofEpochSecond(Integer.toUnsignedLong(atSeconds[at])),
                RttSourceKind.ESTIMATE.published(),
                validFor);
        return RoundTripTime.estimated(micros[at], new EstimatedRange(lower[at], upper[at], level[at]), observed);
    }

    Map<String, RoundTripTime> values(Duration validFor) {
        Map<String, RoundTripTime> values = new TreeMap<>();
        for (int i = 0; i < names.length; i++) {
            values.put(names[i], value(i, validFor));
        }
        return values;
    }

    EstimateRow without(Set<String> gone) {
        if (Arrays.stream(names).noneMatch(gone::contains)) {
            return this;
        }
        return new EstimateRow(IntStream.range(0, names.length)
                .filter(i -> !gone.contains(names[i]))
                .mapToObj(this::cell)
                .toList());
    }

    /** Receivers of which the cell is not the same here and there. */
    Set<String> different(EstimateRow other) {
        Set<String> different = new HashSet<>();
        for (int i = 0; i < names.length; i++) {
            int at = other.find(names[i]);
            if (at < 0 || !cell(i).equals(other.cell(at))) {
                different.add(names[i]);
            }
        }
        for (String name : other.names) {
            if (find(name) < 0) {
                different.add(name);
            }
        }
        return different;
    }
}
