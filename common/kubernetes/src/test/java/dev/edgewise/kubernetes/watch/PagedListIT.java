package dev.edgewise.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import dev.edgewise.kubernetes.testing.ScriptedApi;
import io.fabric8.kubernetes.api.model.Node;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PagedListIT {
    private static final String NO_JSON =
            "{\"metadata\":{\"resourceVersion\":\"7\",\"continue\":\"later\"},\"items\":[{\"metadata\":!}]}";

    private final List<String> read = new ArrayList<>();
    private final ObjectSink<Node> sink = new ObjectSink<>() {
        @Override
        public void object(Node node) {
            read.add(node.getMetadata().getName());
        }

        @Override
        public void unreadable(Node partial, String problem) {
            read.add("unreadable " + partial.getMetadata().getName());
        }
    };
    private ScriptedApi api;
    private PagedList<Node> nodes;

    @BeforeEach
    void start() throws IOException {
        api = new ScriptedApi();
        WatchedKind<Node> kind = WatchedKind.all(Node.class, node -> {}, (none, name) -> {});
        nodes = new PagedList<>(
                api.requests,
                kind,
                ApiServerClient.JSON,
                new JsonObjectReader<>(Node.class, ApiServerObjectMappers.lenient()));
    }

    @AfterEach
    void stop() throws IOException {
        api.close();
    }

    @Test
    void aPageThatBreaksOffIsAskedForAgainSmaller() throws Exception {
        api.json(page("more", "a")).json(page("", "b", "c").substring(0, 90)).json(page("", "b", "c"));
        assertThat(nodes.read(sink)).isEqualTo("7");
        assertThat(read).containsExactly("a", "b", "b", "c");
        assertThat(api.queries()).containsExactly("limit=500", "limit=500&continue=more", "limit=125&continue=more");
    }

    @Test
    void anObjectThatIsNoJsonCostsThatObject() throws Exception {
        api.json(NO_JSON).json(NO_JSON).json(NO_JSON).json(NO_JSON).json(page("second", "a"));
        api.json(NO_JSON).json(NO_JSON).json(page("", "c"));
        assertThat(nodes.read(sink)).isEqualTo("7");
        assertThat(read).containsExactly("a", "c");
        assertThat(api.queries())
                .containsExactly(
                        "limit=500",
                        "limit=125",
                        "limit=31",
                        "limit=7",
                        "limit=1",
                        "limit=2&continue=second",
                        "limit=1&continue=second",
                        "limit=1&continue=later");
    }

    private static String page(String next, String... names) {
        List<String> items = new ArrayList<>();
        for (String name : names) {
            items.add("{\"metadata\":{\"name\":\"" + name + "\"}}");
        }
        return "{\"metadata\":{\"resourceVersion\":\"7\",\"continue\":\"" + next + "\"},\"items\":["
                + String.join(",", items) + "]}";
    }
}
