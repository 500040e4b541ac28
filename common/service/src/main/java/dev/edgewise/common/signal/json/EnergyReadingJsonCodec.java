package dev.edgewise.common.signal.json;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.energy.BatteryFacts;
import dev.edgewise.common.signal.energy.EnergyReading;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

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
public final class EnergyReadingJsonCodec extends JsonSignalCodec<EnergyReading> {
    /** All nodes are fields of one row, whose key is {@value Names#ENERGY_KEY}. */
    public static final String ROW = "";

    /** Readings in the key {@value Names#ENERGY_KEY}. */
    public static final SignalKind<EnergyReading> KIND =
            new SignalKind<>("energy", Names.ENERGY_KEY, new EnergyReadingJsonCodec());

    static final int VERSION = 1;
    private static final int TYPICAL_BYTES = 160;

    public EnergyReadingJsonCodec() {
        super(VERSION, TYPICAL_BYTES);
    }

    @Override
    protected void write(JsonGenerator json, EnergyReading value) {
        json.writeStringProperty("level", value.level().label());
        json.writeNumberProperty("percent", value.percent());
        writeObserved(json, value.observed());
        write(json, value.battery());
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
    protected EnergyReading parse(byte[] bytes) {
        EnergyReadingParser parser = new EnergyReadingParser();
        readFields(bytes, parser::field);
        return parser.value();
    }
}
