package dev.edgewise.scheduler.decisions.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.decisions.DecisionRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStreamCommands.TrimOptions;
import org.springframework.data.redis.connection.RedisStreamCommands.XAddOptions;
import org.springframework.data.redis.connection.stream.ByteRecord;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;

/** The commands on the stream of decisions. */
final class DecisionStream {
    private static final byte[] STREAM = Names.DECISIONS_STREAM.getBytes(UTF_8);
    private static final byte[] FIELD = "decision".getBytes(UTF_8);
    /** Never there. */
    private static final byte[] NOTHING = (Names.DECISIONS_STREAM + ":nothing").getBytes(UTF_8);

    private static final int BATCH = 500;

    private DecisionStream() {}

    /** An entry: its place in the stream and what it holds. */
    record Entry(String id, byte[] decision) {}

    /** Appends all in one round trip and trims the stream to about its size. */
    static void append(
            RedisConnection connection, List<DecisionRecord> decisions, DecisionStreamRetentionCounter size) {
        connection.openPipeline();
        for (DecisionRecord decision : decisions) {
            byte[] json = DecisionJsonCodec.encode(decision);
            size.add(json.length);
            XAddOptions options =
                    XAddOptions.trim(TrimOptions.maxLen(size.cap()).approximate());
            connection.streamCommands().xAdd(MapRecord.create(STREAM, Map.of(FIELD, json)), options);
        }
        connection.closePipeline();
    }

    /** Forgets the older half of all entries; Redis takes this also when it is full. */
    static void halve(RedisConnection connection) {
        Long length = connection.streamCommands().xLen(STREAM);
        if (length != null && length > 0) {
            connection.streamCommands().xTrim(STREAM, length / 2);
        }
    }

    /**
     * Fails if Redis is unreachable, or refuses writes as it is full; changes nothing, as an empty text is written to a
     * key that does not exist.
     */
    static void probe(RedisConnection connection) {
        connection.stringCommands().setRange(NOTHING, new byte[0], 0);
    }

    /** The next entries after a place; waits for them as long as {@code block}. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static List<Entry> after(RedisConnection connection, String id, Duration block) {
        StreamReadOptions options = StreamReadOptions.empty().block(block).count(BATCH);
        StreamOffset[] place = {StreamOffset.create(STREAM, ReadOffset.from(id))};
        List<ByteRecord> records = connection.streamCommands().xRead(options, place);
        return records == null
                ? List.of()
                : records.stream().map(DecisionStream::entry).toList();
    }

    private static Entry entry(ByteRecord entry) {
        byte[] decision = entry.getValue().values().stream().findFirst().orElse(new byte[0]);
        return new Entry(entry.getId().getValue(), decision);
    }
}
