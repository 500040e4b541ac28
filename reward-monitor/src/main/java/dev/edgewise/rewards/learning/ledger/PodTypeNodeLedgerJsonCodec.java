package dev.edgewise.rewards.learning.ledger;

import dev.edgewise.common.signal.json.JsonSignalCodec;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * The codec of ledgers in JSON; times and durations are in ms:
 *
 * <pre>
 * {"v":1,"weight":2.5,"sum":0.4,"at":…,"failures":3,
 *  "standing":["quarantined",since,until,strikes,failed,failedAfter,healthy],
 *  "pin":0.2,"pinUntil":…,"pods":[[print,causes,probed,ended,…],…],"overBefore":…,"keys":[print,…],"keyed":[at,…],"durations":[…],
 *  "outcomes":[[at,"crash",0,"default/web-1","app: exit code 1"],…]}
 * </pre>
 *
 * <p>Counted outcomes and keys are always written as a whole. Recorded outcomes are written as far as they fit into
 * {@value #ROOM} bytes; if the rest is larger, into {@value #LEAST_ROOM} more.
 */
public final class PodTypeNodeLedgerJsonCodec extends JsonSignalCodec<PodTypeNodeLedger> {
    static final int VERSION = 1;
    private static final int TYPICAL_BYTES = 512;
    private static final int ROOM = 3_584;
    private static final int LEAST_ROOM = 512;

    public PodTypeNodeLedgerJsonCodec() {
        super(VERSION, TYPICAL_BYTES);
    }

    @Override
    protected void write(JsonGenerator json, PodTypeNodeLedger value) {
        json.writeNumberProperty("weight", value.weight());
        json.writeNumberProperty("sum", value.sum());
        json.writeNumberProperty("at", value.at());
        json.writeNumberProperty("failures", value.failures());
        quarantine(json, value.quarantine());
        pin(json, value.pin());
        pods(json, value);
        json.writeNumberProperty("overBefore", value.overBefore());
        numbers(
                json,
                "keys",
                value.keys().stream().map(PodTypeNodeLedger.Key::print).toList());
        numbers(
                json,
                "keyed",
                value.keys().stream().map(PodTypeNodeLedger.Key::at).toList());
        numbers(json, "durations", value.durations());
        json.flush();
        outcomes(json, value.outcomes());
    }

    private static void quarantine(JsonGenerator json, QuarantineState quarantine) {
        json.writeArrayPropertyStart("standing");
        json.writeString(quarantine.state().toString());
        json.writeNumber(quarantine.sinceMillis());
        json.writeNumber(quarantine.until());
        json.writeNumber(quarantine.strikes());
        json.writeNumber(quarantine.failed());
        json.writeNumber(quarantine.failedAfter());
        json.writeNumber(quarantine.healthy());
        json.writeEndArray();
    }

    private static void pin(JsonGenerator json, PodTypeNodeLedger.@Nullable Pin pin) {
        if (pin != null) {
            json.writeNumberProperty("pin", pin.value());
            if (pin.until() != null) {
                json.writeNumberProperty("pinUntil", pin.until().toEpochMilli());
            }
        }
    }

    private static void pods(JsonGenerator json, PodTypeNodeLedger ledger) {
        json.writeArrayPropertyStart("pods");
        ledger.pods().forEach((print, counted) -> {
            json.writeStartArray();
            json.writeNumber(print);
            json.writeNumber(counted.causes());
            json.writeNumber(counted.probed());
            counted.ended().forEach(json::writeNumber);
            json.writeEndArray();
        });
        json.writeEndArray();
    }

    private static void numbers(JsonGenerator json, String name, List<Long> numbers) {
        json.writeArrayPropertyStart(name);
        numbers.forEach(json::writeNumber);
        json.writeEndArray();
    }

    private static void outcomes(JsonGenerator json, List<RecordedOutcome> outcomes) {
        ByteArrayOutputStream bytes = (ByteArrayOutputStream) json.streamWriteOutputTarget();
        int room = Math.max(ROOM, bytes.size() + LEAST_ROOM);
        json.writeArrayPropertyStart("outcomes");
        for (RecordedOutcome outcome : outcomes) {
            json.flush();
            if (bytes.size() > room) {
                break;
            }
            json.writeStartArray();
            json.writeNumber(outcome.at().toEpochMilli());
            json.writeString(outcome.cause().toString());
            json.writeNumber(outcome.value());
            json.writeString(outcome.pod());
            json.writeString(outcome.detail());
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    @Override
    protected PodTypeNodeLedger parse(byte[] bytes) {
        PodTypeNodeLedgerParser parser = new PodTypeNodeLedgerParser();
        readFields(bytes, parser::field);
        return parser.value();
    }
}
