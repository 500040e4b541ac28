package dev.edgewise.common.signal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.common.signal.SignalKind;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisPipelineException;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;

/** Reads the rows of one kind, many in one exchange. */
final class RedisRows<V> {
    /** Rows read in one exchange, so that each ends well within the command timeout. */
    private static final int BATCH = 50;

    private static final int SCAN_COUNT = 1_000;

    private final SignalKind<V> kind;
    private final RowReader<V> reader;

    RedisRows(SignalKind<V> kind, MeterRegistry meters) {
        this.kind = kind;
        this.reader = new RowReader<>(kind, meters);
    }

    Set<String> names(RedisConnection connection) {
        Set<String> rows = new TreeSet<>();
        keys(connection).forEach(key -> kind.row(new String(key, UTF_8)).ifPresent(rows::add));
        return rows;
    }

    Map<String, Map<String, V>> read(RedisConnection connection, Collection<String> rows) {
        List<String> names = List.copyOf(rows);
        Map<String, Map<String, V>> read = new HashMap<>();
        for (int from = 0; from < names.size(); from += BATCH) {
            List<String> batch = names.subList(from, Math.min(from + BATCH, names.size()));
            List<?> hashes = hashes(connection, batch);
            for (int i = 0; i < batch.size(); i++) {
                read.put(batch.get(i), row(batch.get(i), hashes.get(i)));
            }
        }
        return read;
    }

    private Collection<byte[]> keys(RedisConnection connection) {
        String pattern = kind.keyPrefix() + "*";
        if (connection instanceof RedisClusterConnection) {
            return Optional.ofNullable(connection.keyCommands().keys(pattern.getBytes(UTF_8)))
                    .orElse(Set.of());
        }
        ScanOptions options =
                ScanOptions.scanOptions().match(pattern).count(SCAN_COUNT).build();
        try (Cursor<byte[]> cursor = connection.keyCommands().scan(options)) {
            List<byte[]> keys = new ArrayList<>();
            cursor.forEachRemaining(keys::add);
            return keys;
        }
    }

    private List<?> hashes(RedisConnection connection, List<String> rows) {
        connection.openPipeline();
        try {
            rows.forEach(row -> connection.hashCommands().hGetAll(kind.key(row).getBytes(UTF_8)));
            return connection.closePipeline();
        } catch (RedisPipelineException e) {
            return answersDespite(e);
        }
    }

    private static List<?> answersDespite(RedisPipelineException failure) {
        boolean onlyForeignTypes = failure.getPipelineResult().stream()
                .allMatch(answer -> !(answer instanceof Throwable problem)
                        || String.valueOf(problem).contains("WRONGTYPE"));
        if (!onlyForeignTypes) {
            throw failure;
        }
        return failure.getPipelineResult();
    }

    @SuppressWarnings("unchecked")
    private Map<String, V> row(String row, Object answer) {
        return answer instanceof Throwable problem
                ? reader.foreign(row, problem)
                : reader.row(row, (Map<byte[], byte[]>) answer);
    }
}
