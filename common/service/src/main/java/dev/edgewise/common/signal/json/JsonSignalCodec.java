package dev.edgewise.common.signal.json;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.SignalCodec;
import dev.edgewise.common.signal.UnreadableSignalException;
import java.io.ByteArrayOutputStream;
import java.time.DateTimeException;
import java.util.function.BiConsumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The frame that all JSON codecs share: one object that begins with its version, and one exception for all that cannot
 * be read.
 */
public abstract class JsonSignalCodec<V> implements SignalCodec<V> {
    private static final JsonFactory JSON = new JsonFactory();

    private final int version;
    private final int typicalBytes;

    protected JsonSignalCodec(int version, int typicalBytes) {
        this.version = version;
        this.typicalBytes = typicalBytes;
    }

    @Override
    public final byte[] encode(V value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(typicalBytes);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeNumberProperty("v", version);
            write(json, value);
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    @Override
    public final V decode(byte[] bytes) throws UnreadableSignalException {
        try {
            return parse(bytes);
        } catch (JacksonException e) {
            throw new UnreadableSignalException(e.getOriginalMessage(), e);
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw new UnreadableSignalException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Hands over each field of the object in turn, by name, with the parser at its value. */
    protected static void readFields(byte[] bytes, BiConsumer<JsonParser, String> field) {
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), bytes)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                field.accept(json, name);
            }
        }
    }

    /** Writes the fields after the version. */
    protected abstract void write(JsonGenerator json, V value);

    /** @throws IllegalArgumentException if it is no such value; the message says why */
    protected abstract V parse(byte[] bytes);

    /** The fields {@code at} and {@code for}, in ms, and {@code by}. */
    protected static void writeObserved(JsonGenerator json, ObservationMetadata observed) {
        json.writeNumberProperty("at", observed.at().toEpochMilli());
        json.writeNumberProperty("for", observed.validFor().toMillis());
        json.writeStringProperty("by", observed.source());
    }
}
