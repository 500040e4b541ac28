package dev.edgewise.common.signal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.common.signal.Following;
import dev.edgewise.common.signal.RowListener;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.SignalStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * A {@link SignalStore} in Redis. A row is written before its change is announced, so that a reader notified of the change finds it.
 */
public final class RedisSignalStore<V> implements SignalStore<V> {
    /** Stands for all rows where changes are announced: neither a node nor a type has this name. */
    static final String ALL_ROWS = "*";

    private final RedisConnectionFactory connections;
    private final SignalKind<V> kind;
    private final RedisRows<V> rows;
    private final FollowTiming timing;
    private final Clock clock;
    /** Rows of which a write failed half way: it may have happened without the announcement. */
    private final Set<String> unannounced = ConcurrentHashMap.newKeySet();
    /** A row and field that were stored and must still be there. Later writes do not replace it: they may come after a loss. */
    private volatile @Nullable Witness witness;
    /** Whether a write found that the witness was lost, which {@link #hasForgotten()} reports once. */
    private volatile boolean forgotten;

    private record Witness(String row, String field) {}

    public RedisSignalStore(
            RedisConnectionFactory connections,
            SignalKind<V> kind,
            FollowTiming timing,
            Clock clock,
            MeterRegistry meters) {
        this.connections = connections;
        this.kind = kind;
        this.rows = new RedisRows<>(kind, meters);
        this.timing = timing;
        this.clock = clock;
    }

    @Override
    public void read(RowListener<V> each) {
        call("read", connection -> {
            rows.read(connection, rows.names(connection), (row, values) -> {
                if (!values.isEmpty()) {
                    each.changed(row, values);
                }
            });
            return true;
        });
    }

    @Override
    public void publish(String row, Map<String, V> values) {
        if (values.isEmpty()) {
            return;
        }
        call("write", connection -> {
            byte[][] fields = fields(withWitness(row, values.keySet()));
            List<byte[]> stored = connection.hashCommands().hMGet(key(row), fields);
            Map<String, byte[]> now = new HashMap<>();
            for (int i = 0; i < fields.length; i++) {
                byte[] value = stored == null ? null : stored.get(i);
                if (value != null) {
                    now.put(new String(fields[i], UTF_8), value);
                }
            }
            checkWitness(row, now);
            boolean changed = write(connection, row, different(values, now), List.of());
            remember(row, values.keySet());
            return changed;
        });
    }

    @Override
    public void replace(String row, Map<String, V> values) {
        call("write", connection -> {
            Map<String, byte[]> now = new HashMap<>();
            Objects.requireNonNull(connection.hashCommands().hGetAll(key(row)))
                    .forEach((field, value) -> now.put(new String(field, UTF_8), value));
            checkWitness(row, now);
            List<String> gone = now.keySet().stream()
                    .filter(field -> !values.containsKey(field))
                    .toList();
            boolean changed = write(connection, row, different(values, now), gone);
            remember(row, values.keySet());
            return changed;
        });
    }

    private Set<String> withWitness(String row, Set<String> fields) {
        Witness last = witness;
        if (last == null || !last.row().equals(row) || fields.contains(last.field())) {
            return fields;
        }
        Set<String> all = new HashSet<>(fields);
        all.add(last.field());
        return all;
    }

    /** Notices a loss before this write hides it. */
    private void checkWitness(String row, Map<String, byte[]> stored) {
        Witness last = witness;
        if (last != null && last.row().equals(row) && !stored.containsKey(last.field())) {
            witness = null;
            forgotten = true;
        }
    }

    private void remember(String row, Set<String> fields) {
        if (witness == null) {
            fields.stream().findFirst().ifPresent(field -> witness = new Witness(row, field));
        }
    }

    private void forget(String row, List<String> fields) {
        Witness last = witness;
        if (last != null && last.row().equals(row) && fields.contains(last.field())) {
            witness = null;
        }
    }

    @Override
    public boolean hasForgotten() {
        if (forgotten) {
            forgotten = false;
            return true;
        }
        Witness last = witness;
        if (last == null) {
            return false;
        }
        List<byte[]> stored = call(
                "read", connection -> connection.hashCommands().hMGet(key(last.row()), fields(List.of(last.field()))));
        boolean isThere = stored != null && !stored.isEmpty() && stored.get(0) != null;
        if (!isThere && last.equals(witness)) {
            witness = null;
            return true;
        }
        return false;
    }

    @Override
    public void dropNodes(Set<String> nodes) {
        call("write", connection -> {
            Set<String> candidates = new HashSet<>(unannounced);
            candidates.addAll(rows.names(connection));
            for (String row : candidates) {
                List<String> gone = fieldsOf(connection, row).stream()
                        .filter(field -> nodes.contains(row) || nodes.contains(field))
                        .toList();
                write(connection, row, Map.of(), gone);
            }
            return true;
        });
    }

    @Override
    public void announceAll() {
        call("write", connection -> {
            ChangeStream.append(connection, key(ALL_ROWS));
            return true;
        });
    }

    @Override
    public Following follow(RowListener<V> listener) {
        RowFollower<V> follower = new RowFollower<>(kind, rows, listener, timing.block());
        return new RedisFollowing<>(connections, kind, follower, timing, clock).start();
    }

    private Map<byte[], byte[]> different(Map<String, V> wanted, Map<String, byte[]> stored) {
        Map<byte[], byte[]> different = new HashMap<>();
        wanted.forEach((field, value) -> {
            byte[] bytes = kind.codec().encode(value);
            if (!Arrays.equals(bytes, stored.get(field))) {
                different.put(field.getBytes(UTF_8), bytes);
            }
        });
        return different;
    }

    private boolean write(RedisConnection connection, String row, Map<byte[], byte[]> set, List<String> gone) {
        forget(row, gone);
        if (set.isEmpty() && gone.isEmpty() && !unannounced.contains(row)) {
            return false;
        }
        unannounced.add(row);
        // No pipeline: Spring opens a connection of its own for each, which costs more than it saves.
        if (!set.isEmpty()) {
            connection.hashCommands().hMSet(key(row), set);
        }
        if (!gone.isEmpty()) {
            connection.hashCommands().hDel(key(row), fields(gone));
        }
        ChangeStream.append(connection, key(row));
        unannounced.remove(row);
        return true;
    }

    private <T> T call(String what, Function<RedisConnection, T> work) {
        return RedisTrouble.call(connections, what + " the signal " + kind.name(), work);
    }

    private Set<String> fieldsOf(RedisConnection connection, String row) {
        Set<String> fields = new HashSet<>();
        Objects.requireNonNull(connection.hashCommands().hKeys(key(row)))
                .forEach(field -> fields.add(new String(field, UTF_8)));
        return fields;
    }

    private byte[] key(String row) {
        return kind.key(row).getBytes(UTF_8);
    }

    private static byte[][] fields(Iterable<String> names) {
        List<byte[]> fields = new ArrayList<>();
        names.forEach(name -> fields.add(name.getBytes(UTF_8)));
        return fields.toArray(byte[][]::new);
    }
}
