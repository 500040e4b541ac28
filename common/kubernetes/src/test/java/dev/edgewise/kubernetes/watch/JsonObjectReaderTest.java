package dev.edgewise.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class JsonObjectReaderTest {
    private final JsonObjectReader<Pod> encoding = new JsonObjectReader<>(Pod.class, ApiServerObjectMappers.lenient());

    @Test
    void readsAPage() throws IOException {
        List<Pod> pods = new ArrayList<>();
        JsonObjectReader.Page page = encoding.page(
                bytes(
                        """
                        {"kind":"PodList","metadata":{"resourceVersion":"7","continue":"more"},"unknown":[{"a":1}],
                         "items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b","managedFields":[{"manager":"m"}]}}]}"""),
                all(pods));
        assertThat(page).isEqualTo(new JsonObjectReader.Page("7", "more"));
        assertThat(pods).extracting(pod -> pod.getMetadata().getName()).containsExactly("a", "b");
    }

    @Test
    void anEmptyListIsTheLastPage() throws IOException {
        List<Pod> pods = new ArrayList<>();
        assertThat(encoding.page(bytes("{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":null}"), all(pods)))
                .isEqualTo(new JsonObjectReader.Page("7", ""));
        assertThat(pods).isEmpty();
    }

    /** The API server limits neither the length of a variable's name nor that of an owner's uid. */
    @Test
    void namesAndTextsMayHaveAnyLength() throws IOException {
        String name = "A".repeat(70_000);
        String pod = "{\"metadata\":{\"name\":\"a\",\"annotations\":{\"" + name + "\":\"" + "b".repeat(21_000_000)
                + "\"},\"managedFields\":[{\"fieldsV1\":{\"k:{\\\"name\\\":\\\"" + name + "\\\"}\":{}}}]}}";
        JsonObjectReader.Events<Pod> events =
                events("{\"type\":\"ADDED\",\"object\":" + pod + "}\n{\"type\":\"DELETED\",\"object\":" + pod + "}");
        assertThat(events.next()).isInstanceOf(WatchEvent.Changed.class);
        assertThat(events.next()).isInstanceOf(WatchEvent.Gone.class);

        List<Pod> pods = new ArrayList<>();
        encoding.page(bytes("{\"metadata\":{},\"items\":[" + pod + "]}"), all(pods));
        assertThat(pods).singleElement().satisfies(read -> assertThat(
                        read.getMetadata().getAnnotations())
                .containsOnlyKeys(name));
    }

    /** The parameters of a device are the tenant's own: the API server stores them as they are written. */
    @Test
    void numbersMayHaveAnyLength() throws IOException {
        for (String number : List.of("0." + "1".repeat(200_000), "1".repeat(200_000), "1e" + "1".repeat(2_000))) {
            String pod = "{\"x\":{\"n\":" + number + "},\"metadata\":{\"name\":\"a\"}}";
            assertThat(events("{\"type\":\"ADDED\",\"object\":" + pod + "}").next())
                    .isInstanceOfSatisfying(WatchEvent.Changed.class, event -> assertThat(name(event.object()))
                            .isEqualTo("a"));
            List<Pod> pods = new ArrayList<>();
            encoding.page(bytes("{\"metadata\":{},\"items\":[" + pod + "]}"), all(pods));
            assertThat(pods).hasSize(1);
        }
    }

    @Test
    void anObjectBeyondALimitOfTheParserCostsThatObject() throws IOException {
        JsonObjectReader<Pod> limited = new JsonObjectReader<>(
                Pod.class, new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));
        String odd = "{\"metadata\":{\"name\":\"odd\"},\"x\":[{\"n\":0." + "1".repeat(2_000) + "}],\"y\":1}";
        JsonObjectReader.Events<Pod> events = limited.events(bytes("{\"type\":\"ADDED\",\"object\":" + odd
                + "}\n{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"b\"}}}"));
        assertThat(events.next()).isInstanceOfSatisfying(WatchEvent.Unreadable.class, event -> {
            assertThat(name(event.partial())).isEqualTo("odd");
            assertThat(event.problem()).contains("Number value length");
        });
        assertThat(events.next())
                .isInstanceOfSatisfying(WatchEvent.Changed.class, event -> assertThat(name(event.object()))
                        .isEqualTo("b"));
    }

    @Test
    void nestingMayHaveAnyDepth() throws IOException {
        String deep = "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000);
        assertThat(events("{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"a\"},\"x\":" + deep + "}}")
                        .next())
                .isInstanceOf(WatchEvent.Changed.class);
    }

    @Test
    void anObjectThatCannotBeMappedCostsThatObject() throws IOException {
        String odd =
                "{\"metadata\":{\"name\":\"odd\",\"resourceVersion\":\"5\"},\"spec\":{\"containers\":[{\"name\":\"c\","
                        + "\"resources\":{\"requests\":{\"cpu\":\"\"}}}],\"priority\":\"high\"},\"status\":{\"phase\":\"Running\"}}";
        List<String> read = new ArrayList<>();
        encoding.page(
                bytes("{\"metadata\":{\"continue\":\"more\"},\"items\":[{\"metadata\":{\"name\":\"a\"}}," + odd
                        + ",{\"metadata\":{\"name\":\"b\"}}]}"),
                sink(pod -> read.add(name(pod)), (pod, problem) -> read.add("unreadable " + name(pod))));
        assertThat(read).containsExactly("a", "unreadable odd", "b");

        JsonObjectReader.Events<Pod> events = events("{\"type\":\"MODIFIED\",\"object\":" + odd
                + "}\n{\"type\":\"DELETED\",\"object\":" + odd + "}\n{\"type\":\"BOOKMARK\",\"object\":{}}");
        assertThat(events.next()).isInstanceOfSatisfying(WatchEvent.Unreadable.class, event -> {
            assertThat(((Pod) event.partial()).getMetadata().getResourceVersion())
                    .isEqualTo("5");
            assertThat(event.problem()).contains("spec", "requests");
        });
        assertThat(events.next())
                .isInstanceOfSatisfying(WatchEvent.Gone.class, event -> assertThat(name(event.object()))
                        .isEqualTo("odd"));
        assertThat(events.next()).isInstanceOf(WatchEvent.Bookmark.class);
    }

    @Test
    void aPageThatIsNoJsonFromSomeObjectOnSaysWhichPageIsNext() {
        assertThatThrownBy(() -> encoding.page(
                        bytes(
                                "{\"metadata\":{\"resourceVersion\":\"7\",\"continue\":\"more\"},\"items\":[{\"metadata\":!"),
                        all(new ArrayList<>())))
                .isInstanceOfSatisfying(
                        JsonObjectReader.UnreadablePageException.class,
                        broken -> assertThat(broken.page()).isEqualTo(new JsonObjectReader.Page("7", "more")));
    }

    @Test
    void readsEachKindOfEvent() throws IOException {
        JsonObjectReader.Events<Pod> events = events(
                """
                {"type":"ADDED","object":{"metadata":{"name":"a"}}}
                {"type":"MODIFIED","object":{"metadata":{"name":"b"}}}
                {"type":"DELETED","object":{"metadata":{"name":"c"}}}
                {"type":"BOOKMARK","object":{"kind":"Pod","metadata":{"resourceVersion":"9"}}}
                {"type":"ERROR","object":{"kind":"Status","code":410,"message":"too old"}}
                """);
        assertThat(events.next()).isInstanceOfSatisfying(WatchEvent.Changed.class, e -> assertThat(name(e.object()))
                .isEqualTo("a"));
        assertThat(events.next()).isInstanceOfSatisfying(WatchEvent.Changed.class, e -> assertThat(name(e.object()))
                .isEqualTo("b"));
        assertThat(events.next()).isInstanceOfSatisfying(WatchEvent.Gone.class, e -> assertThat(name(e.object()))
                .isEqualTo("c"));
        assertThat(events.next()).isEqualTo(new WatchEvent.Bookmark<>("9"));
        assertThat(events.next()).isEqualTo(new WatchEvent.Failed<>(410, "too old"));
        assertThat(events.next()).isNull();
    }

    @Test
    void anObjectThatCannotBeMappedAndBreaksOffIsAnError() throws IOException {
        JsonObjectReader.Events<Pod> events =
                events("{\"type\":\"ADDED\",\"object\":{\"spec\":{\"priority\":\"high\",\"a\":");
        assertThatThrownBy(events::next).isInstanceOf(IOException.class);
    }

    @Test
    void anEventThatBreaksOffIsAnError() throws IOException {
        JsonObjectReader.Events<Pod> events = events("{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"na");
        assertThatThrownBy(events::next).isInstanceOf(IOException.class);
    }

    private JsonObjectReader.Events<Pod> events(String text) throws IOException {
        return encoding.events(bytes(text));
    }

    private static ObjectSink<Pod> all(List<Pod> pods) {
        return sink(pods::add, (pod, problem) -> {
            throw new AssertionError(problem);
        });
    }

    private static ObjectSink<Pod> sink(Consumer<Pod> readable, BiConsumer<Pod, String> unreadable) {
        return new ObjectSink<>() {
            @Override
            public void object(Pod pod) {
                readable.accept(pod);
            }

            @Override
            public void unreadable(Pod pod, String problem) {
                unreadable.accept(pod, problem);
            }
        };
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String name(Object pod) {
        return ((Pod) pod).getMetadata().getName();
    }
}
