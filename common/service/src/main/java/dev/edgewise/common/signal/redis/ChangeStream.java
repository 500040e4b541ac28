package dev.edgewise.common.signal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.common.Names;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.domain.Range;
import org.springframework.data.redis.connection.Limit;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStreamCommands.TrimOptions;
import org.springframework.data.redis.connection.RedisStreamCommands.XAddOptions;
import org.springframework.data.redis.connection.stream.ByteRecord;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;

/** The capped stream that names the keys that changed. */
final class ChangeStream {
    /** Entries kept, about: enough for a follower to be away for several changes of every row of a large cluster. */
    private static final long CAP = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(ChangeStream.class);
    private static final int BATCH = 1_000;
    private static final byte[] STREAM = Names.CHANGES_STREAM.getBytes(UTF_8);
    private static final byte[] KEY_FIELD = "key".getBytes(UTF_8);
    private static final Range<String> ALL = Range.unbounded();
    private static final Limit ONE = Limit.limit().count(1);

    private ChangeStream() {}

    /** Result of {@link #after}: the keys, and the position of the last entry; no keys if nothing came. */
    record Changes(Set<String> keys, StreamId last) {}

    /**
     * Adds a key. A stream that takes no entry any more, because a client added one with the largest possible id, is
     * deleted and begins again. Where the user may not delete it, the key is not announced: the followers of such a
     * stream read all rows.
     */
    static void append(RedisConnection connection, byte[] key) {
        try {
            add(connection, key);
        } catch (DataAccessException e) {
            if (!RedisFailureDescription.isExhausted(e)) {
                throw e;
            }
            beginAgain(connection, key);
        }
    }

    private static void beginAgain(RedisConnection connection, byte[] key) {
        try {
            connection.keyCommands().del(STREAM);
        } catch (DataAccessException e) {
            if (RedisFailureDescription.isForbidden(e)) {
                LOG.debug(
                        "The exhausted stream of changes may not be deleted; cause={}",
                        RedisFailureDescription.describe(e));
                return;
            }
            throw e;
        }
        add(connection, key);
        LOG.warn(
                "The stream of changes had an entry with the largest possible id, and was deleted; key={}",
                Names.CHANGES_STREAM);
    }

    private static void add(RedisConnection connection, byte[] key) {
        connection
                .streamCommands()
                .xAdd(
                        MapRecord.create(STREAM, Map.of(KEY_FIELD, key)),
                        XAddOptions.trim(TrimOptions.maxLen(CAP).approximate()));
    }

    static StreamId newest(RedisConnection connection) {
        return first(connection.streamCommands().xRevRange(STREAM, ALL, ONE));
    }

    static StreamId oldest(RedisConnection connection) {
        return first(connection.streamCommands().xRange(STREAM, ALL, ONE));
    }

    /** Whether all that followed a place is still there. */
    static boolean reaches(RedisConnection connection, StreamId place) {
        return !oldest(connection).isAfter(place) && !place.isAfter(newest(connection));
    }

    /**
     * Whether the stream is another one than that of the place: it ends before it, as ids only grow, or begins after it
     * with fewer entries than trimming leaves. The rows were lost with it, as after {@code FLUSHALL}.
     */
    static boolean isAnother(RedisConnection connection, StreamId place) {
        if (place.isAfter(newest(connection))) {
            return true;
        }
        if (!oldest(connection).isAfter(place)) {
            return false;
        }
        List<ByteRecord> entries =
                connection.streamCommands().xRange(STREAM, ALL, Limit.limit().count((int) CAP));
        return entries == null || entries.size() < CAP;
    }

    /** Waits for entries after a place, as long as {@code block} at most. */
    static Changes after(RedisConnection connection, StreamId place, Duration block) {
        StreamReadOptions options = StreamReadOptions.empty().block(block).count(BATCH);
        List<ByteRecord> records = connection.streamCommands().xRead(options, offset(place));
        if (records == null || records.isEmpty()) {
            return new Changes(Set.of(), place);
        }
        Set<String> keys = new LinkedHashSet<>();
        records.forEach(change -> change.getValue().values().forEach(key -> keys.add(new String(key, UTF_8))));
        return new Changes(keys, id(records.get(records.size() - 1)));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static StreamOffset<byte[]>[] offset(StreamId place) {
        return new StreamOffset[] {StreamOffset.create(STREAM, ReadOffset.from(place.toString()))};
    }

    private static StreamId first(List<ByteRecord> records) {
        return records == null || records.isEmpty() ? StreamId.START : id(records.get(0));
    }

    private static StreamId id(ByteRecord record) {
        return StreamId.parse(record.getId().getValue());
    }
}
