package dev.edgewise.common.signal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.common.signal.RowListener;
import dev.edgewise.common.signal.SignalKind;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisPipelineException;
import org.springframework.data.redis.core.ScanOptions;

/** Reads the rows of one kind, many in one exchange. */
final class RedisRows<V> {
    /** Rows read in one exchange, so that each ends well within the command timeout. */
    private static final int BATCH = 20;

    private static final int SCAN_COUNT = 1_000;

    private final SignalKind<V> kind;
    private final RedisHashRowDecoder<V> reader;

    RedisRows(SignalKind<V> kind, MeterRegistry meters) {
        this.kind = kind;
        this.reader = new RedisHashRowDecoder<>(kind, meters);
    }

    Set<String> names(RedisConnection connection) {
        Set<String> rows = new TreeSet<>();
        keys(connection).forEach(key -> kind.row(new String(key, UTF_8)).ifPresent(rows::add));
        return rows;
    }

    /** Hands over row after row, so that no more than a batch of them is in memory at once. */
    void read(RedisConnection connection, Collection<String> rows, RowListener<V> each) {
        List<String> names = List.copyOf(rows);
        for (int from = 0; from < names.size(); from += BATCH) {
            List<String> batch = names.subList(from, Math.min(from + BATCH, names.size()));
            List<?> hashes = hashes(connection, batch);
            for (int i = 0; i < batch.size(); i++) {
                each.changed(batch.get(i), row(batch.get(i), hashes.get(i)));
            }
        }
    }

    private List<byte[]> keys(RedisConnection connection) {
        ScanOptions options = ScanOptions.scanOptions()
                .match(kind.keyPrefix() + "*")
                .count(SCAN_COUNT)
                .build();
        List<byte[]> keys = new ArrayList<>();
        // Closing the cursor would close the caller's connection; read to its end it holds nothing.
        if (connection instanceof RedisClusterConnection cluster) {
            // A server that failed stays known after another took its place; only who serves slots has rows, and each
            // must answer.
            cluster.clusterGetNodes().forEach(node -> {
                if (node.isMaster() && !node.getSlotRange().getSlots().isEmpty()) {
                    cluster.scan(node, options).forEachRemaining(keys::add);
                }
            });
        } else {
            connection.keyCommands().scan(options).forEachRemaining(keys::add);
        }
        return keys;
    }

    private List<?> hashes(RedisConnection connection, List<String> rows) {
        connection.openPipeline();
        try {
            rows.forEach(row -> hash(connection, row));
            return connection.closePipeline();
        } catch (RedisPipelineException e) {
            if (!isForeignType(e)) {
                throw e;
            }
            return rows.stream().map(row -> hashOrProblem(connection, row)).toList();
        }
    }

    private Object hashOrProblem(RedisConnection connection, String row) {
        try {
            return Objects.requireNonNullElse(hash(connection, row), Map.of());
        } catch (DataAccessException e) {
            if (!isForeignType(e)) {
                throw e;
            }
            return e;
        }
    }

    private @Nullable Map<byte[], byte[]> hash(RedisConnection connection, String row) {
        return connection.hashCommands().hGetAll(kind.key(row).getBytes(UTF_8));
    }

    private static boolean isForeignType(DataAccessException e) {
        return String.valueOf(e.getMostSpecificCause().getMessage()).contains("WRONGTYPE");
    }

    @SuppressWarnings("unchecked")
    private Map<String, V> row(String row, Object answer) {
        return answer instanceof DataAccessException
                ? reader.foreign(row)
                : reader.row(row, (Map<byte[], byte[]>) answer);
    }
}
