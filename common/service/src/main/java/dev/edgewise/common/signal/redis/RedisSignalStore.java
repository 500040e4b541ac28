package dev.edgewise.common.signal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.common.signal.RowListener;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalSubscription;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * A {@link SignalStore} in Redis. A row is written before its change is announced, so that a reader notified of the
 * change finds it.
 */
public final class RedisSignalStore<V> implements SignalStore<V> {
    /** Stands for all rows where changes are announced: neither a node nor a type has this name. */
    static final String ALL_ROWS = "*";

    private final RedisConnectionFactory connections;
    private final SignalKind<V> kind;
    private final RedisRows<V> rows;
    private final RedisFollowWaitTimes timing;
    private final Clock clock;
    /** Rows of which a write failed half way: it may have happened without the announcement. */
    private final Set<String> unannounced = ConcurrentHashMap.newKeySet();
    /** The row and field stored first. Later writes do not replace it, as they may come after a loss. */
    private volatile @Nullable Witness oldest;
    /**
     * The row and field stored last: where Redis lost its latest writes only, or one of several shards, the oldest may
     * remain.
     */
    private volatile @Nullable Witness newest;
    /** Whether a write found that one of the two was lost, which {@link #consumeDataLoss()} reports once. */
    private volatile boolean forgotten;

    private record Witness(String row, String field) {}

    public RedisSignalStore(
            RedisConnectionFactory connections,
            SignalKind<V> kind,
            RedisFollowWaitTimes timing,
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
        Set<String> all = new HashSet<>(fields);
        witnesses().stream().filter(witness -> witness.row().equals(row)).forEach(witness -> all.add(witness.field()));
        return all;
    }

    /** Notices a loss before this write hides it. */
    private void checkWitness(String row, Map<String, byte[]> stored) {
        if (witnesses().stream()
                .anyMatch(witness -> witness.row().equals(row) && !stored.containsKey(witness.field()))) {
            dropWitnesses();
            forgotten = true;
        }
    }

    private Set<Witness> witnesses() {
        return Stream.of(Optional.ofNullable(oldest), Optional.ofNullable(newest))
                .flatMap(Optional::stream)
                .collect(Collectors.toSet());
    }

    private void dropWitnesses() {
        oldest = null;
        newest = null;
    }

    private void remember(String row, Set<String> fields) {
        fields.stream().findFirst().map(field -> new Witness(row, field)).ifPresent(witness -> {
            newest = witness;
            oldest = oldest == null ? witness : oldest;
        });
    }

    private void forget(String row, List<String> fields) {
        oldest = isOf(oldest, row, fields) ? null : oldest;
        newest = isOf(newest, row, fields) ? null : newest;
    }

    private static boolean isOf(@Nullable Witness witness, String row, List<String> fields) {
        return witness != null && witness.row().equals(row) && fields.contains(witness.field());
    }

    @Override
    public boolean consumeDataLoss() {
        if (forgotten) {
            forgotten = false;
            return true;
        }
        for (Witness witness : witnesses()) {
            if (!isStored(witness) && witnesses().contains(witness)) {
                dropWitnesses();
                return true;
            }
        }
        return false;
    }

    private boolean isStored(Witness witness) {
        List<byte[]> stored = call(
                "read",
                connection -> connection.hashCommands().hMGet(key(witness.row()), fields(List.of(witness.field()))));
        return stored != null && !stored.isEmpty() && stored.get(0) != null;
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
    public SignalSubscription follow(RowListener<V> listener) {
        RowFollower<V> follower = new RowFollower<>(kind, rows, listener, timing.block());
        return new RedisSignalSubscription<>(connections, kind, follower, timing, clock).start();
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
        return RedisFailureDescription.call(connections, what + " the signal " + kind.name(), work);
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
