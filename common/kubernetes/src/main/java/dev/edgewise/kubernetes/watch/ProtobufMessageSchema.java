package dev.edgewise.kubernetes.watch;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A message of the Kubernetes API: the fields of it that are read, with their numbers in protobuf and their names in
 * JSON. In protobuf it is written as JSON would have it, without what is empty by default; in JSON the same fields are
 * read, see {@link #mapper}. Numbers never change: the API server stores objects by them.
 *
 * <p>Source: {@code generated.proto} of k8s.io/api and k8s.io/apimachinery.
 */
public final class ProtobufMessageSchema {
    /** Start of year 0, in seconds since 1970. */
    private static final long FIRST_SECOND = -62_167_219_200L;
    /** End of year 9999, in seconds since 1970. */
    private static final long LAST_SECOND = 253_402_300_799L;

    /** The client's type of the message; null if it has none. */
    private final @Nullable Class<?> model;

    private final List<Field> fields;
    private final @Nullable Field[] byNumber;

    private ProtobufMessageSchema(@Nullable Class<?> model, Field... fields) {
        this.model = model;
        this.fields = List.of(fields);
        int most = Arrays.stream(fields).mapToInt(field -> field.number).max().orElse(0);
        this.byNumber = new Field[most + 1];
        for (Field field : fields) {
            byNumber[field.number] = field;
        }
    }

    /**
     * Returns a message that has no type of its own in the client: it is read in protobuf only, or its fields stand
     * among those of another.
     */
    public static ProtobufMessageSchema of(Field... fields) {
        return new ProtobufMessageSchema(null, fields);
    }

    /** @param model the client's type of the message */
    public static ProtobufMessageSchema of(Class<?> model, Field... fields) {
        return new ProtobufMessageSchema(model, fields);
    }

    /** One field. */
    public static final class Field {
        /** Name in JSON; null if the fields of its message stand among those of the outer one. */
        private final @Nullable String name;

        private final int number;
        /** The message that it holds; null if it holds another value. */
        private final @Nullable ProtobufMessageSchema type;
        /** Writes its name and value, and those of the same field that follow. */
        private final Value value;

        private Field(@Nullable String name, int number, @Nullable ProtobufMessageSchema type, Value value) {
            this.name = name;
            this.number = number;
            this.type = type;
            this.value = value;
        }
    }

    /**
     * Returns the names of the fields that are read, by the client's type that has them, of this message and all that
     * it holds.
     */
    public Map<Class<?>, Set<String>> fields() {
        Map<Class<?>, Set<String>> names = new HashMap<>();
        addTo(names, new HashSet<>());
        return names;
    }

    /** Returns a copy of the mapper that reads only these fields from JSON. What it read must not be written back. */
    public ObjectMapper mapper(ObjectMapper all) {
        return ApiServerObjectMappers.only(all, fields());
    }

    private void addTo(Map<Class<?>, Set<String>> names, Set<String> outer) {
        Set<String> own = model == null ? outer : names.computeIfAbsent(model, unknown -> new HashSet<>());
        for (Field field : fields) {
            if (field.name != null) {
                own.add(field.name);
            }
            if (field.type != null) {
                field.type.addTo(names, own);
            }
        }
    }

    /** Writes what a field holds. */
    @FunctionalInterface
    private interface Value {
        void write(ProtobufWireReader from, JsonGenerator to) throws IOException;
    }

    /** Reads a text out of what a field holds. */
    @FunctionalInterface
    private interface Text {
        String read(ProtobufWireReader from) throws IOException;
    }

    public static Field text(String name, int number) {
        return new Field(name, number, null, (from, to) -> {
            String text = from.text();
            if (!text.isEmpty()) {
                to.writeStringField(name, text);
            }
        });
    }

    public static Field texts(String name, int number) {
        return list(name, number, null, (from, to) -> to.writeString(from.text()));
    }

    public static Field whole(String name, int number) {
        return new Field(name, number, null, (from, to) -> to.writeNumberField(name, from.whole()));
    }

    public static Field flag(String name, int number) {
        return new Field(name, number, null, (from, to) -> to.writeBooleanField(name, from.whole() != 0));
    }

    /**
     * A timestamp in whole seconds, left out if it is not set. Times outside of JSON's range are kept for the reader to
     * refuse.
     */
    public static Field time(String name, int number) {
        return new Field(name, number, null, (from, to) -> {
            ProtobufWireReader time = from.message();
            if (time.find(1)) {
                to.writeStringField(name, timestamp(time.whole()));
            }
        });
    }

    private static String timestamp(long seconds) {
        boolean isTime = seconds >= FIRST_SECOND && seconds <= LAST_SECOND;
        return isTime ? Instant.ofEpochSecond(seconds).toString() : Long.toString(seconds);
    }

    public static Field message(String name, int number, ProtobufMessageSchema type) {
        return new Field(name, number, type, (from, to) -> {
            to.writeFieldName(name);
            type.write(from.message(), to);
        });
    }

    public static Field messages(String name, int number, ProtobufMessageSchema type) {
        return list(name, number, type, (from, to) -> type.write(from.message(), to));
    }

    /** A message whose fields stand among those of the one that holds it. */
    public static Field inlined(int number, ProtobufMessageSchema type) {
        return new Field(null, number, type, (from, to) -> type.writeFields(from.message(), to));
    }

    /** A map of texts. */
    public static Field map(String name, int number) {
        return map(name, number, ProtobufWireReader::text);
    }

    /** A map of quantities. */
    public static Field quantities(String name, int number) {
        return map(name, number, ProtobufMessageSchema::quantity);
    }

    private static Field list(String name, int number, @Nullable ProtobufMessageSchema type, Value element) {
        return new Field(name, number, type, (from, to) -> {
            to.writeArrayFieldStart(name);
            do {
                element.write(from, to);
            } while (from.nextOfSame());
            to.writeEndArray();
        });
    }

    private static Field map(String name, int number, Text value) {
        return new Field(name, number, null, (from, to) -> {
            to.writeObjectFieldStart(name);
            do {
                entry(from.message(), value, to);
            } while (from.nextOfSame());
            to.writeEndObject();
        });
    }

    private static void entry(ProtobufWireReader entry, Text value, JsonGenerator to) throws IOException {
        String key = "";
        String text = "";
        while (entry.next()) {
            switch (entry.number()) {
                case 1 -> key = entry.text();
                case 2 -> text = value.read(entry);
                default -> entry.skip();
            }
        }
        to.writeStringField(key, text);
    }

    private static String quantity(ProtobufWireReader from) throws IOException {
        ProtobufWireReader quantity = from.message();
        return quantity.find(1) ? quantity.text() : "";
    }

    /** @throws IOException if it is malformed */
    void write(ProtobufWireReader from, JsonGenerator to) throws IOException {
        to.writeStartObject();
        writeFields(from, to);
        to.writeEndObject();
    }

    private void writeFields(ProtobufWireReader from, JsonGenerator to) throws IOException {
        while (from.next()) {
            int number = from.number();
            Field field = number < byNumber.length ? byNumber[number] : null;
            if (field == null) {
                from.skip();
            } else {
                field.value.write(from, to);
            }
        }
    }
}
