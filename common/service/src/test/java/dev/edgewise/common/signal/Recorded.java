package dev.edgewise.common.signal;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that keeps what it heard: the rows as they are now, the names in the order they came, and those lost. */
public final class Recorded implements RowListener<RoundTripTime> {
    public final Map<String, Map<String, RoundTripTime>> rows = new ConcurrentHashMap<>();
    public final List<String> names = new CopyOnWriteArrayList<>();
    public final List<String> lost = new CopyOnWriteArrayList<>();

    @Override
    public void changed(String row, Map<String, RoundTripTime> values) {
        if (values.isEmpty()) {
            rows.remove(row);
        } else {
            rows.put(row, values);
        }
        names.add(row);
    }

    @Override
    public void lost(String row) {
        lost.add(row);
    }
}
