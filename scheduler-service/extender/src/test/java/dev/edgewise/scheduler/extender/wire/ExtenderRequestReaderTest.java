package dev.edgewise.scheduler.extender.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.extender.buffer.RequestBody;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests are read the same however they are written; kube-scheduler's names are read without a parser. */
class ExtenderRequestReaderTest {
    private static final Snapshot NOTHING_KNOWN = new ClusterState(new TestClock()).snapshot();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Pod\":{},\"Nodes\":null,\"NodeNames\":[\"a\",\"b~ \u007f\"]}",
                "{\"Pod\":{},\"Nodes\":null,\"NodeNames\":[\"a\",\"b~ \u007f\"]}\n",
                "{\"Pod\":{},\"NodeNames\":[\"x\"],\"NodeNames\":[\"a\",\"b~ \u007f\"]}",
                "{\"Pod\":{},\"NodeNames\":[\"a\",\"b~ \u007f\"],\"Nodes\":{\"items\":[]}}",
                "{\"NodeNames\":[\"a\",\"b~ \u007f\"],\"Pod\":{}}",
                "{\"Pod\":{},\"NodeNames\":[\"\\u0061\",\"b~ \u007f\"]}",
                "{\"Pod\":{},\"NodeNames\":[\"a\" ,\"b~ \u007f\"]}",
                "{\"Pod\":{},\"NodeNames\":[\"a\",\"b~ \u007f\" ] } ",
            })
    void namesAreTheSame(String body) {
        assertThat(names(RequestBody.of(body))).containsExactly("a", "b~ \u007f");
    }

    /** The bytes behind the body in memory belong to another request. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"Pod\":{},\"NodeNames\":[\"a\",\"b\"]}", "{\"NodeNames\":[\"a\",\"b\"],\"Pod\":{}}"})
    void aBodyThatEndsEarlyIsRefusedWhereverItEnds(String whole) {
        byte[] bytes = (whole + "\",\"c\"]}}").getBytes(UTF_8);
        for (int length = 0; length < whole.length(); length++) {
            RequestBody body = new RequestBody(bytes, length);
            assertThatThrownBy(() -> names(body)).as("%s bytes", length).isInstanceOf(InvalidBodyException.class);
        }
        assertThat(names(new RequestBody(bytes, whole.length()))).containsExactly("a", "b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Pod\":{},\"NodeNames\":[\"a\",\"b\"]}}",
                "{\"Pod\":{},\"NodeNames\":[\"a\",\"b\"]}\n{}",
                "{\"Pod\":{},\"NodeNames\":[\"a\",\"b\"]]",
                "{\"Pod\":{},\"NodeNames\":[\"a\"\"b\"]}",
                "{\"Pod\":{},\"NodeNames\":[,\"b\"]}",
                "{\"Pod\":{},\"NodeNames\":[\"a\n\"]}",
                "[{\"Pod\":{},\"NodeNames\":[\"a\",\"b\"]}",
            })
    void whatIsNoJsonIsRefused(String body) {
        assertThatThrownBy(() -> names(RequestBody.of(body))).isInstanceOf(InvalidBodyException.class);
    }

    @Test
    void moreNamesThanAnyClusterHasAreRefusedHoweverTheyAreWritten() {
        for (String separator : List.of(",", ", ")) {
            String most = "{\"Pod\":{},\"NodeNames\":[\"a\""
                    + (separator + "\"a\"").repeat(ExtenderRequestReader.MAX_NODES - 1);
            assertThat(names(RequestBody.of(most + "]}"))).hasSize(ExtenderRequestReader.MAX_NODES);
            assertThatThrownBy(() -> names(RequestBody.of(most + separator + "\"a\"]}")))
                    .hasMessageContaining("a list of at most 50000");
        }
    }

    /** Nodes between which something else stands must not be answered at once. */
    @Test
    void ofSeveralListsTheLastOneCounts() {
        String nodes = "{\"items\":[{\"metadata\":{\"name\":\"x\"}}],\"items\":[{\"metadata\":{\"name\":\"a\"}},"
                + "{\"metadata\":{\"name\":\"y\",\"name\":\"b\"}}]}";
        ExtenderRequest request = ExtenderRequestReader.read(RequestBody.of("{\"Pod\":{},\"Nodes\":" + nodes + "}"));
        assertThat(names(request)).containsExactly("a", "b");
        assertThat(request.body().text(request.part(new IndexRange(0, 2))))
                .isEqualTo("{\"metadata\":{\"name\":\"a\"}},{\"metadata\":{\"name\":\"y\",\"name\":\"b\"}}");
    }

    /** The first is much shorter, or longer, than the others. */
    @Test
    void namesOfAnyLengthAreRead() {
        List<String> names = new ArrayList<>(List.of("", "n".repeat(10_000)));
        for (int i = 0; i < 1_000; i++) {
            names.add("n".repeat((1_000 - i) / 10));
        }
        String list = names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(","));
        assertThat(names(RequestBody.of("{\"Pod\":{},\"NodeNames\":[" + list + "]}")))
                .isEqualTo(names);
    }

    private static List<String> names(RequestBody body) {
        return names(ExtenderRequestReader.read(body));
    }

    private static List<String> names(ExtenderRequest request) {
        return request.names().nodes(NOTHING_KNOWN).stream()
                .map(NodeState::name)
                .toList();
    }
}
