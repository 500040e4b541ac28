package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonEncodingTest {
    private final JsonEncoding<Pod> encoding = new JsonEncoding<>(Pod.class);

    @Test
    void readsAPage() throws IOException {
        List<Pod> pods = new ArrayList<>();
        Encoding.Page page = encoding.page(
                bytes(
                        """
                        {"kind":"PodList","metadata":{"resourceVersion":"7","continue":"more"},"unknown":[{"a":1}],
                         "items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b","managedFields":[{"manager":"m"}]}}]}"""),
                pods::add);
        assertThat(page).isEqualTo(new Encoding.Page("7", "more"));
        assertThat(pods).extracting(pod -> pod.getMetadata().getName()).containsExactly("a", "b");
    }

    @Test
    void anEmptyListIsTheLastPage() throws IOException {
        List<Pod> pods = new ArrayList<>();
        assertThat(encoding.page(bytes("{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":null}"), pods::add))
                .isEqualTo(new Encoding.Page("7", ""));
        assertThat(pods).isEmpty();
    }

    @Test
    void readsEachKindOfEvent() throws IOException {
        Encoding.Events<Pod> events = events(
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
    void anEventThatBreaksOffIsAnError() throws IOException {
        Encoding.Events<Pod> events = events("{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"na");
        assertThatThrownBy(events::next).isInstanceOf(IOException.class);
    }

    private Encoding.Events<Pod> events(String text) throws IOException {
        InputStream stream = new ByteArrayInputStream(bytes(text));
        return encoding.events(stream);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String name(Object pod) {
        return ((Pod) pod).getMetadata().getName();
    }
}
