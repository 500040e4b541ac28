package dev.edgewise.common.signal.reward;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.SignalCodec;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.UnreadableSignalException;
import java.io.ByteArrayOutputStream;
import java.time.DateTimeException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Rewards as JSON:
 *
 * <pre>
 * {"v":1,"value":0.42,"samples":3.5,"confidence":0.78,"state":"open","since":beginOfState,"at":observedAt,"for":validFor,"by":source}
 * </pre>
 *
 * <p>{@code since} and {@code at} in ms since the epoch, {@code for} in ms.
 */
public final class RewardJson implements SignalCodec<Reward> {
    /** Rewards in the keys that {@link RewardRows} names. */
    public static final SignalKind<Reward> KIND = new SignalKind<>("reward", Names.REWARD_KEY_PREFIX, new RewardJson());

    static final int VERSION = 1;
    private static final int TYPICAL_BYTES = 160;
    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public byte[] encode(Reward value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(TYPICAL_BYTES);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeNumberProperty("v", VERSION);
            json.writeNumberProperty("value", value.value());
            json.writeNumberProperty("samples", value.samples());
            json.writeNumberProperty("confidence", value.confidence());
            json.writeStringProperty("state", value.state().toString());
            json.writeNumberProperty("since", value.since().toEpochMilli());
            Observed observed = value.observed();
            json.writeNumberProperty("at", observed.at().toEpochMilli());
            json.writeNumberProperty("for", observed.validFor().toMillis());
            json.writeStringProperty("by", observed.source());
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    @Override
    public Reward decode(byte[] bytes) throws UnreadableSignalException {
        try {
            return new RewardParser(bytes).value();
        } catch (JacksonException e) {
            throw new UnreadableSignalException(e.getOriginalMessage(), e);
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw new UnreadableSignalException(String.valueOf(e.getMessage()), e);
        }
    }
}
