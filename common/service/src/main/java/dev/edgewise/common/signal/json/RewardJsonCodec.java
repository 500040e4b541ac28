package dev.edgewise.common.signal.json;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import tools.jackson.core.JsonGenerator;

/**
 * Rewards as JSON:
 *
 * <pre>
 * {"v":1,"value":0.42,"samples":3.5,"confidence":0.78,"state":"open","since":beginOfState,"at":observedAt,"for":validFor,"by":source}
 * </pre>
 *
 * <p>{@code since} and {@code at} in ms since the epoch, {@code for} in ms.
 */
public final class RewardJsonCodec extends JsonSignalCodec<Reward> {
    /** Rewards in the keys that {@link RewardRowNames} names. */
    public static final SignalKind<Reward> KIND =
            new SignalKind<>("reward", Names.REWARD_KEY_PREFIX, new RewardJsonCodec());

    static final int VERSION = 1;
    private static final int TYPICAL_BYTES = 160;

    public RewardJsonCodec() {
        super(VERSION, TYPICAL_BYTES);
    }

    @Override
    protected void write(JsonGenerator json, Reward value) {
        json.writeNumberProperty("value", value.value());
        json.writeNumberProperty("samples", value.samples());
        json.writeNumberProperty("confidence", value.confidence());
        json.writeStringProperty("state", value.state().toString());
        json.writeNumberProperty("since", value.since().toEpochMilli());
        writeObserved(json, value.observed());
    }

    @Override
    protected Reward parse(byte[] bytes) {
        RewardParser parser = new RewardParser();
        readFields(bytes, parser::field);
        return parser.value();
    }
}
