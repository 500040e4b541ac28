package dev.edgewise.kubernetes.watch;

import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.text;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.whole;
import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The events of a watch in protobuf: each a message behind its length, which holds an object of which the API server
 * says its kind first. The API server encodes an object once for all who watch it so, as kube-scheduler does.
 *
 * <p>Source: k8s.io/apimachinery, runtime/serializer/protobuf.
 */
final class ProtobufEvents<T> implements JsonObjectReader.Events<T> {
    /** Accepted media types: protobuf is preferred, JSON is understood as well. */
    static final String ACCEPT = "application/vnd.kubernetes.protobuf,application/json";

    private static final String TYPE = "application/vnd.kubernetes.protobuf";
    /** Maximum bytes of an event; no object that is stored takes a fifth of it. */
    private static final int LONGEST = 16 * 1024 * 1024;

    private static final byte[] MAGIC = "k8s\0".getBytes(US_ASCII);
    private static final ProtobufMessageSchema STATUS =
            ProtobufMessageSchema.of(text("message", 3), text("reason", 4), whole("code", 6));

    /** A message without any field takes no bytes, and may be left out. */
    private static final ProtobufWireReader NOTHING = new ProtobufWireReader(MAGIC, 0, 0);

    private final DataInputStream watch;
    private final ProtobufMessageSchema type;
    private final ObjectMapper mapper;
    private final JsonObjectReader<T> encoding;

    /** @param type of the objects */
    ProtobufEvents(InputStream watch, ProtobufMessageSchema type, ObjectMapper mapper, JsonObjectReader<T> encoding) {
        this.watch = new DataInputStream(watch);
        this.type = type;
        this.mapper = mapper;
        this.encoding = encoding;
    }

    /** Whether an answer of that content type is in protobuf. */
    static boolean isType(String contentType) {
        return contentType.startsWith(TYPE);
    }

    @Override
    public @Nullable WatchEvent<T> next() throws IOException {
        byte[] frame = frame();
        if (frame == null) {
            return null;
        }
        String event = "";
        ProtobufWireReader object = null;
        for (ProtobufWireReader fields = new ProtobufWireReader(frame, 0, frame.length); fields.next(); ) {
            switch (fields.number()) {
                case 1 -> event = fields.text();
                case 2 -> object = raw(fields.message(), 1);
                default -> fields.skip();
            }
        }
        ProtobufWireReader unwrapped = object == null ? null : unwrapped(object);
        if (unwrapped == null) {
            throw new UnreadableEventException("a watch event of type \"" + event + "\" without an object in protobuf");
        }
        return event(event, unwrapped);
    }

    /** Converts the refusal of a watch to JSON. */
    static byte[] refusal(byte[] body, ObjectMapper mapper) throws IOException {
        ProtobufWireReader status = unwrapped(new ProtobufWireReader(body, 0, body.length));
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        try (JsonGenerator generator = mapper.createGenerator(json)) {
            STATUS.write(status == null ? NOTHING : status, generator);
        }
        return json.toByteArray();
    }

    /** The message that is wrapped with its kind; null if it is in another encoding. */
    private static @Nullable ProtobufWireReader unwrapped(ProtobufWireReader object) throws IOException {
        ProtobufWireReader wrapper = object.behind(MAGIC);
        return wrapper == null ? null : raw(wrapper, 2);
    }

    /** Reads the next frame; null at the end of the watch. */
    private byte @Nullable [] frame() throws IOException {
        int first = watch.read();
        if (first < 0) {
            return null;
        }
        int length = first << 24 | watch.readUnsignedByte() << 16 | watch.readUnsignedShort();
        if (length < 0 || length > LONGEST) {
            throw new UnreadableEventException("a watch event of " + Integer.toUnsignedString(length) + " bytes");
        }
        byte[] frame = watch.readNBytes(length);
        if (frame.length < length) {
            throw new EOFException("the watch ended within an event");
        }
        return frame;
    }

    /** The bytes of that field, which wrap a message. */
    private static ProtobufWireReader raw(ProtobufWireReader wrapper, int number) throws IOException {
        return wrapper.find(number) ? wrapper.message() : NOTHING;
    }

    private WatchEvent<T> event(String event, ProtobufWireReader object) throws IOException {
        try (TokenBuffer json = new TokenBuffer(mapper, false)) {
            (event.equals("ERROR") ? STATUS : type).write(object, json);
            return encoding.event(event, json.asParserOnFirstToken(), false);
        }
    }
}
