package dev.edgewise.common.signal.energy;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.SignalCodec;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.UnreadableSignalException;
import java.io.ByteArrayOutputStream;
import java.time.DateTimeException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Readings as JSON; what is not known of the battery is left out:
 *
 * <pre>
 * {"v":1,"level":"vulnerable","percent":57.5,"at":observedAt,"for":validFor,"by":source,
 *  "capacityMwh":…,"chargeMwh":…,"inputMilliwatt":…,"drawMilliwatt":…}
 * </pre>
 *
 * <p>{@code at} in ms since the epoch, {@code for} in ms.
 */
public final class EnergyReadingJson implements SignalCodec<EnergyReading> {
    /** All nodes are fields of one row, whose key is {@value Names#ENERGY_KEY}. */
    public static final String ROW = "";

    /** Readings in the key {@value Names#ENERGY_KEY}. */
    public static final SignalKind<EnergyReading> KIND =
            new SignalKind<>("energy", Names.ENERGY_KEY, new EnergyReadingJson());

    static final int VERSION = 1;
    private static final int TYPICAL_BYTES = 160;
    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public byte[] encode(EnergyReading value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(TYPICAL_BYTES);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeNumberProperty("v", VERSION);
            json.writeStringProperty("level", value.level().label());
            json.writeNumberProperty("percent", value.percent());
            Observed observed = value.observed();
            json.writeNumberProperty("at", observed.at().toEpochMilli());
            json.writeNumberProperty("for", observed.validFor().toMillis());
            json.writeStringProperty("by", observed.source());
            write(json, value.battery());
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator json, BatteryFacts battery) {
        write(json, "capacityMwh", battery.capacityMwh());
        write(json, "chargeMwh", battery.chargeMwh());
        write(json, "inputMilliwatt", battery.inputMilliwatt());
        write(json, "drawMilliwatt", battery.drawMilliwatt());
    }

    private static void write(JsonGenerator json, String field, @Nullable Double value) {
        if (value != null) {
            json.writeNumberProperty(field, value);
        }
    }

    @Override
    public EnergyReading decode(byte[] bytes) throws UnreadableSignalException {
        try {
            return new EnergyReadingParser(bytes).value();
        } catch (JacksonException e) {
            throw new UnreadableSignalException(e.getOriginalMessage(), e);
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw new UnreadableSignalException(String.valueOf(e.getMessage()), e);
        }
    }
}
