package dev.edgewise.common.signal.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalKind;
import java.util.Arrays;
import tools.jackson.core.JsonGenerator;

/**
 * Round-trip times as JSON that takes little room, as Redis holds millions of them:
 *
 * <pre>
 * {"v":2,"rtt":[p50,p95,p99,jitter,samples,loss],"at":observedAt,"for":validFor,"by":source}
 * {"v":2,"est":[likely,lower,upper,level],"at":observedAt,"for":validFor,"by":source}
 * </pre>
 *
 * <p>Times in µs, the level in %, {@code at} in ms since the epoch, {@code for} in ms.
 */
public final class RoundTripTimeJsonCodec extends JsonSignalCodec<RoundTripTime> {
    /** Round-trip times in the keys {@code edgewise:rtt:<from>}. */
    public static final SignalKind<RoundTripTime> KIND =
            new SignalKind<>("rtt", Names.RTT_KEY_PREFIX, new RoundTripTimeJsonCodec());

    private static final int VERSION = 2;
    private static final byte[] BEGIN = "{\"v\":2,".getBytes(US_ASCII);
    private static final int TYPICAL_BYTES = 128;

    public RoundTripTimeJsonCodec() {
        super(VERSION, TYPICAL_BYTES);
    }

    @Override
    protected void write(JsonGenerator json, RoundTripTime value) {
        EstimatedRange range = value.estimate();
        if (range == null) {
            writeMeasured(json, value);
        } else {
            writeEstimate(json, value.p50Micros(), range);
        }
        writeObserved(json, value.observed());
    }

    private static void writeMeasured(JsonGenerator json, RoundTripTime value) {
        json.writeArrayPropertyStart("rtt");
        json.writeNumber(value.p50Micros());
        json.writeNumber(value.p95Micros());
        json.writeNumber(value.p99Micros());
        json.writeNumber(value.jitterMicros());
        json.writeNumber(value.samples());
        if (value.loss() == Math.rint(value.loss())) {
            json.writeNumber((int) value.loss());
        } else {
            json.writeNumber(value.loss());
        }
        json.writeEndArray();
    }

    private static void writeEstimate(JsonGenerator json, long micros, EstimatedRange range) {
        json.writeName("est");
        json.writeArray(new long[] {micros, range.lowerMicros(), range.upperMicros(), range.levelPercent()}, 0, 4);
    }

    @Override
    protected RoundTripTime parse(byte[] bytes) {
        if (bytes.length <= BEGIN.length || !Arrays.equals(bytes, 0, BEGIN.length, BEGIN, 0, BEGIN.length)) {
            throw new IllegalArgumentException(
                    "it is of another version, or no round-trip time: it must begin with {\"v\":2,");
        }
        RoundTripTimeParser parser = new RoundTripTimeParser();
        readFields(bytes, parser::field);
        return parser.value();
    }
}
