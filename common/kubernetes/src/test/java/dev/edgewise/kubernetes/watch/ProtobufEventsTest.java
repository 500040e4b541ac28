package dev.edgewise.kubernetes.watch;

import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.flag;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.inlined;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.map;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.message;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.messages;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.quantities;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.text;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.texts;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.time;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.whole;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtobufEventsTest {
    private static final ProtobufMessageSchema METADATA = ProtobufMessageSchema.of(
            text("name", 1),
            text("namespace", 3),
            text("resourceVersion", 6),
            whole("generation", 7),
            time("creationTimestamp", 8),
            map("labels", 11),
            texts("finalizers", 14));

    private static final ProtobufMessageSchema PORT =
            ProtobufMessageSchema.of(text("name", 1), whole("containerPort", 3));
    private static final ProtobufMessageSchema CONTAINER = ProtobufMessageSchema.of(
            text("name", 1),
            messages("ports", 6, PORT),
            message("resources", 8, ProtobufMessageSchema.of(quantities("requests", 2))),
            flag("tty", 18));

    private static final ProtobufMessageSchema VOLUME = ProtobufMessageSchema.of(
            text("name", 1),
            inlined(
                    2,
                    ProtobufMessageSchema.of(
                            message("persistentVolumeClaim", 10, ProtobufMessageSchema.of(text("claimName", 1))))));

    private static final ProtobufMessageSchema POD = ProtobufMessageSchema.of(
            message("metadata", 1, METADATA),
            message(
                    "spec",
                    2,
                    ProtobufMessageSchema.of(messages("volumes", 1, VOLUME), messages("containers", 2, CONTAINER))));

    private final ObjectMapper mapper = ApiServerObjectMappers.lenient();

    /** A message that a test sends. */
    private static final class Message {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Message varint(long value) {
            long left = value;
            while ((left & ~0x7fL) != 0) {
                bytes.write((int) (left & 0x7f | 0x80));
                left >>>= 7;
            }
            bytes.write((int) left);
            return this;
        }

        Message whole(int number, long value) {
            return varint((long) number << 3).varint(value);
        }

        Message put(int number, byte[] value) {
            varint((long) number << 3 | 2).varint(value.length);
            bytes.writeBytes(value);
            return this;
        }

        Message put(int number, String value) {
            return put(number, value.getBytes(UTF_8));
        }

        Message put(int number, Message value) {
            return put(number, value.bytes());
        }

        byte[] bytes() {
            return bytes.toByteArray();
        }
    }

    private static Message sent() {
        return new Message();
    }

    private static Message metadata(String name) {
        return sent().put(1, name).put(2, "").put(3, "shop").put(6, "7");
    }

    private static Message object(Message pod) {
        byte[] unknown = sent().put(1, sent().put(1, "v1").put(2, "Pod"))
                .put(2, pod)
                .put(3, "")
                .put(4, "")
                .bytes();
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        raw.writeBytes("k8s\0".getBytes(UTF_8));
        raw.writeBytes(unknown);
        return sent().put(1, raw.toByteArray());
    }

    private static byte[] frame(Message event) {
        byte[] bytes = event.bytes();
        return ByteBuffer.allocate(4 + bytes.length)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    private static byte[] event(String type, Message pod) {
        return frame(sent().put(1, type).put(2, object(pod)));
    }

    private ProtobufEvents<Pod> events(byte[]... frames) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] frame : frames) {
            all.writeBytes(frame);
        }
        return new ProtobufEvents<>(
                new ByteArrayInputStream(all.toByteArray()), POD, mapper, new JsonObjectReader<>(Pod.class, mapper));
    }

    private Pod changed(Message pod) throws IOException {
        return ((WatchEvent.Changed<Pod>) events(event("MODIFIED", pod)).next()).object();
    }

    @Test
    void fieldsOfAllKindsAreRead() throws IOException {
        Message metadata = metadata("web")
                .whole(7, 300)
                .put(8, sent().whole(1, 1_769_860_800L).whole(2, 5))
                .put(11, sent().put(1, "app").put(2, "ü"))
                .put(11, sent().put(1, "empty"))
                .put(14, "a")
                .put(14, "")
                .put(14, "b");
        Message container = sent().put(1, "c")
                .put(6, sent().put(1, "http").whole(3, 80))
                .put(6, sent().whole(3, 65_535))
                .put(8, sent().put(2, sent().put(1, "cpu").put(2, sent().put(1, "100m"))))
                .whole(18, 1);
        Message volume = sent().put(1, "data").put(2, sent().put(10, sent().put(1, "claim")));
        Pod pod = changed(sent().put(1, metadata).put(2, sent().put(1, volume).put(2, container)));

        ObjectMeta read = pod.getMetadata();
        assertThat(read.getName()).isEqualTo("web");
        assertThat(read.getGenerateName()).as("empty").isNull();
        assertThat(read.getGeneration()).isEqualTo(300);
        assertThat(read.getCreationTimestamp()).isEqualTo("2026-01-31T12:00:00Z");
        assertThat(read.getLabels()).isEqualTo(Map.of("app", "ü", "empty", ""));
        assertThat(read.getFinalizers()).containsExactly("a", "", "b");
        var only = pod.getSpec().getContainers().get(0);
        assertThat(only.getPorts()).extracting("name").containsExactly("http", null);
        assertThat(only.getPorts()).extracting("containerPort").containsExactly(80, 65_535);
        assertThat(only.getResources().getRequests().get("cpu")).hasToString("100m");
        assertThat(only.getTty()).isTrue();
        assertThat(pod.getSpec().getVolumes().get(0).getPersistentVolumeClaim().getClaimName())
                .isEqualTo("claim");
    }

    @Test
    void whatIsNotReadIsSkippedWhateverItsType() throws IOException {
        byte[] others = sent().whole(90, -1).varint(91 << 3 | 1).varint(1).bytes();
        ByteArrayOutputStream pod = new ByteArrayOutputStream();
        pod.writeBytes(others);
        pod.writeBytes(new byte[7]);
        pod.writeBytes(sent().varint(92 << 3 | 5).bytes());
        pod.writeBytes(new byte[4]);
        pod.writeBytes(sent().put(500_000, "far").put(1, metadata("web")).bytes());
        byte[] wrapped = sent().put(1, "ADDED")
                .put(2, sent().put(1, raw(pod.toByteArray())))
                .whole(9, 1)
                .bytes();
        ProtobufEvents<Pod> events = events(ByteBuffer.allocate(4 + wrapped.length)
                .putInt(wrapped.length)
                .put(wrapped)
                .array());
        assertThat(events.next()).isInstanceOfSatisfying(WatchEvent.Changed.class, event -> assertThat(
                        ((Pod) event.object()).getMetadata().getName())
                .isEqualTo("web"));
        assertThat(events.next()).isNull();
    }

    private static byte[] raw(byte[] object) {
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        raw.writeBytes("k8s\0".getBytes(UTF_8));
        raw.writeBytes(sent().put(2, object).bytes());
        return raw.toByteArray();
    }

    @Test
    void eventsAreWhatTheyAreInJson() throws IOException {
        Message status =
                sent().put(2, "Failure").put(3, "too old").put(4, "Expired").whole(6, 410);
        ProtobufEvents<Pod> events = events(
                event("DELETED", sent().put(1, metadata("gone"))),
                event("BOOKMARK", sent().put(1, sent().put(6, "42"))),
                event("ADDED", sent()),
                event("ERROR", status));
        assertThat(events.next()).isInstanceOfSatisfying(WatchEvent.Gone.class, gone -> assertThat(
                        ((Pod) gone.object()).getMetadata().getName())
                .isEqualTo("gone"));
        assertThat(events.next()).isEqualTo(new WatchEvent.Bookmark<Pod>("42"));
        assertThat(events.next()).isInstanceOf(WatchEvent.Changed.class);
        assertThat(events.next()).isEqualTo(new WatchEvent.Failed<Pod>(410, "too old"));
        assertThat(events.next()).isNull();
    }

    @Test
    void oneObjectThatCannotBeMappedEndsNoWatch() throws IOException {
        Message port = sent().put(2, sent().put(2, sent().put(6, sent().whole(3, 1L << 40))));
        ProtobufEvents<Pod> events =
                events(event("ADDED", port.put(1, metadata("odd"))), event("ADDED", sent().put(1, metadata("next"))));
        assertThat(events.next()).isInstanceOf(WatchEvent.Unreadable.class);
        assertThat(events.next()).isInstanceOf(WatchEvent.Changed.class);
    }

    /** A kubelet says when a pod started. */
    @Test
    void aTimeThatNoCalendarHasIsNone() throws IOException {
        for (long seconds : new long[] {Long.MIN_VALUE, -62_167_219_201L, 253_402_300_800L, Long.MAX_VALUE}) {
            assertThat(created(sent().whole(1, seconds))).isEqualTo(Long.toString(seconds));
        }
        assertThat(created(sent().whole(1, 253_402_300_799L))).isEqualTo("9999-12-31T23:59:59Z");
        assertThat(created(sent().whole(1, -62_167_219_200L))).isEqualTo("0000-01-01T00:00:00Z");
        assertThat(created(sent())).as("not set").isNull();
    }

    private String created(Message time) throws IOException {
        return changed(sent().put(1, metadata("web").put(8, time)))
                .getMetadata()
                .getCreationTimestamp();
    }

    @Test
    void aRefusalIsAsInJson() throws IOException {
        byte[] body = raw(sent().put(2, "Failure")
                .put(3, "who are you")
                .put(4, "Forbidden")
                .whole(6, 403)
                .bytes());
        assertThat(ProtobufEvents.refusal(body, mapper))
                .asString(UTF_8)
                .isEqualTo("{\"message\":\"who are you\",\"reason\":\"Forbidden\",\"code\":403}");
        assertThat(ProtobufEvents.refusal(new byte[0], mapper)).asString(UTF_8).isEqualTo("{}");
    }

    @Test
    void aWatchThatIsCutWithinAnEventHasFailed() {
        byte[] event = event("ADDED", sent().put(1, metadata("web")));
        for (int length = 1; length < event.length; length++) {
            byte[] cut = Arrays.copyOf(event, length);
            assertThatThrownBy(() -> events(cut).next()).isInstanceOf(EOFException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {16 * 1024 * 1024 + 1, Integer.MAX_VALUE, -1})
    void aLengthThatNoEventHasIsNotBelieved(int length) {
        byte[] frame = ByteBuffer.allocate(4).putInt(length).array();
        assertThatThrownBy(() -> events(frame).next())
                .hasMessage("a watch event of " + Integer.toUnsignedString(length) + " bytes");
    }

    @Test
    void anObjectInAnotherEncodingIsNone() {
        byte[] json = frame(sent().put(1, "ADDED").put(2, sent().put(1, "{\"kind\":\"Pod\"}")));
        byte[] nothing = frame(sent().put(1, "ADDED"));
        for (byte[] frame : List.of(json, nothing)) {
            assertThatThrownBy(() -> events(frame).next())
                    .isInstanceOf(UnreadableEventException.class)
                    .hasMessage("a watch event of type \"ADDED\" without an object in protobuf");
        }
    }

    /** Any bytes are an event, or an error after which all objects are listed again. */
    @Test
    void bytesInDisorderAreAnErrorOfTheConnection() {
        Message metadata = metadata("web")
                .put(8, sent().whole(1, 1L << 60))
                .put(11, sent().put(1, "a").put(2, "b"));
        byte[] event = event("ADDED", sent().put(1, metadata));
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            byte[] wrong = event.clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                wrong[4 + random.nextInt(wrong.length - 4)] = (byte) random.nextInt();
            }
            try {
                events(wrong).next();
            } catch (IOException expected) {
                assertThat(expected).hasMessageNotContaining("null");
            }
        }
    }
}
