package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.json.JsonSignalCodec;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Ledgers as JSON; moments and durations in ms:
 *
 * <pre>
 * {"v":1,"weight":2.5,"sum":0.4,"at":…,"failures":3,
 *  "standing":["quarantined",since,until,strikes,failed,failedAfter,healthy],
 *  "pin":0.2,"pinUntil":…,"pods":[[print,causes,probed,ended,…],…],"overBefore":…,"keys":[print,…],"keyed":[at,…],"durations":[…],
 *  "outcomes":[[at,"crash",0,"default/web-1","app: exit code 1"],…]}
 * </pre>
 *
 * <p>What must not be counted again is always written whole; of the outcomes, as many as fit into {@value #ROOM} bytes, and into {@value #LEAST_ROOM}
 * where there is more of the rest.
 */
public final class TypeNodeLedgerJson extends JsonSignalCodec<TypeNodeLedger> {
    static final int VERSION = 1;
    private static final int TYPICAL_BYTES = 512;
    private static final int ROOM = 3_584;
    private static final int LEAST_ROOM = 512;

    public TypeNodeLedgerJson() {
        super(VERSION, TYPICAL_BYTES);
    }

    @Override
    protected void write(JsonGenerator json, TypeNodeLedger value) {
        json.writeNumberProperty("weight", value.weight());
        json.writeNumberProperty("sum", value.sum());
        json.writeNumberProperty("at", value.at());
        json.writeNumberProperty("failures", value.failures());
        standing(json, value.standing());
        pin(json, value.pin());
        pods(json, value);
        json.writeNumberProperty("overBefore", value.overBefore());
        numbers(
                json,
                "keys",
                value.keys().stream().map(TypeNodeLedger.Key::print).toList());
        numbers(json, "keyed", value.keys().stream().map(TypeNodeLedger.Key::at).toList());
        numbers(json, "durations", value.durations());
        json.flush();
        outcomes(json, value.outcomes());
    }

    private static void standing(JsonGenerator json, Standing standing) {
        json.writeArrayPropertyStart("standing");
        json.writeString(standing.state().toString());
        json.writeNumber(standing.sinceMillis());
        json.writeNumber(standing.until());
        json.writeNumber(standing.strikes());
        json.writeNumber(standing.failed());
        json.writeNumber(standing.failedAfter());
        json.writeNumber(standing.healthy());
        json.writeEndArray();
    }

    private static void pin(JsonGenerator json, TypeNodeLedger.@Nullable Pin pin) {
        if (pin != null) {
            json.writeNumberProperty("pin", pin.value());
            if (pin.until() != null) {
                json.writeNumberProperty("pinUntil", pin.until().toEpochMilli());
            }
        }
    }

    private static void pods(JsonGenerator json, TypeNodeLedger ledger) {
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

    private static void outcomes(JsonGenerator json, List<OutcomeView> outcomes) {
        ByteArrayOutputStream bytes = (ByteArrayOutputStream) json.streamWriteOutputTarget();
        int room = Math.max(ROOM, bytes.size() + LEAST_ROOM);
        json.writeArrayPropertyStart("outcomes");
        for (OutcomeView outcome : outcomes) {
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
    protected TypeNodeLedger parse(byte[] bytes) {
        TypeNodeLedgerParser parser = new TypeNodeLedgerParser();
        readFields(bytes, parser::field);
        return parser.value();
    }
}
