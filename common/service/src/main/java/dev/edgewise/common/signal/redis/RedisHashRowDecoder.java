package dev.edgewise.common.signal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.UnreadableSignalException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decodes hashes into rows; counts unreadable values, and warns once for each row until it is readable again. */
final class RedisHashRowDecoder<V> {
    private static final Logger LOG = LoggerFactory.getLogger(RedisHashRowDecoder.class);

    private final SignalKind<V> kind;
    private final Counter unreadable;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    RedisHashRowDecoder(SignalKind<V> kind, MeterRegistry meters) {
        this.kind = kind;
        this.unreadable = Counter.builder("edgewise.signal.unreadable")
                .description("Stored signals that were ignored because they could not be read")
                .tag("signal", kind.name())
                .register(meters);
    }

    /** The readable fields of a row. Each node's name is a field of many rows: all share one text. */
    Map<String, V> row(String row, Map<byte[], byte[]> hash) {
        Map<String, V> values = new HashMap<>(hash.size() * 2);
        List<String> problems = new ArrayList<>();
        hash.forEach((field, bytes) -> {
            try {
                values.put(new String(field, UTF_8).intern(), kind.codec().decode(bytes));
            } catch (UnreadableSignalException e) {
                problems.add("field " + new String(field, UTF_8) + ": " + e.getMessage());
            } catch (RuntimeException e) {
                // One value that a codec cannot decode must not block all others.
                problems.add("field " + new String(field, UTF_8) + ": " + e);
            }
        });
        report(row, problems);
        return Collections.unmodifiableMap(values);
    }

    /** A row whose key holds no hash at all. */
    Map<String, V> foreign(String row) {
        report(row, List.of("the key holds no hash"));
        return Map.of();
    }

    private void report(String row, List<String> problems) {
        if (problems.isEmpty()) {
            warned.remove(row);
            return;
        }
        unreadable.increment(problems.size());
        if (warned.add(row)) {
            LOG.warn(
                    "Ignored unreadable values; key={} values={} first={}",
                    kind.key(row),
                    problems.size(),
                    problems.get(0));
        }
    }
}
