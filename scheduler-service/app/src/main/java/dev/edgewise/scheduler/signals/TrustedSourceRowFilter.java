package dev.edgewise.scheduler.signals;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RowListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes on the values of trusted sources; ignores the others, and warns once about each such source. */
final class TrustedSourceRowFilter<V> implements RowListener<V> {
    private static final Logger LOG = LoggerFactory.getLogger(TrustedSourceRowFilter.class);

    /** The maximum number of refused sources that are named, as writers choose their names. */
    private static final int MOST_NAMED = 20;

    private final String signal;
    private final Set<String> believed;
    private final Function<V, ObservationMetadata> observed;
    private final RowListener<V> listener;
    private final Counter refused;
    private final Set<String> named = ConcurrentHashMap.newKeySet();

    /** @param believed names of sources; none: all are believed */
    TrustedSourceRowFilter(
            String signal,
            List<String> believed,
            Function<V, ObservationMetadata> observed,
            RowListener<V> listener,
            MeterRegistry meters) {
        this.signal = signal;
        this.believed = Set.copyOf(believed);
        this.observed = observed;
        this.listener = listener;
        this.refused = Counter.builder("edgewise.signal.refused")
                .description("Signals that were ignored because their source is not one that is believed")
                .tag("signal", signal)
                .register(meters);
    }

    @Override
    public void changed(String row, Map<String, V> values) {
        listener.changed(row, believed.isEmpty() ? values : ofBelieved(values));
    }

    @Override
    public void lost(String row) {
        listener.lost(row);
    }

    private Map<String, V> ofBelieved(Map<String, V> values) {
        Map<String, V> kept = new HashMap<>(values.size() * 2);
        values.forEach((field, value) -> {
            String source = observed.apply(value).source();
            if (believed.contains(source)) {
                kept.put(field, value);
            } else {
                refused.increment();
                warn(source);
            }
        });
        return kept;
    }

    private void warn(String source) {
        if (named.size() < MOST_NAMED && named.add(source)) {
            LOG.warn(
                    "Signals of a source that is not believed are ignored; signal={} source={} believed={}",
                    signal,
                    source,
                    believed);
        }
    }
}
