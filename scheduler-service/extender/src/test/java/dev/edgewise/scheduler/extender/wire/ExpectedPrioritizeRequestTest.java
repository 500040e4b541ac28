package dev.edgewise.scheduler.extender.wire;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.extender.buffer.ByteRange;
import dev.edgewise.scheduler.extender.buffer.RequestBody;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectedPrioritizeRequestTest {
    private static final Snapshot CLUSTER = cluster();
    private static final Rejection REJECTION = Rejection.unresolvable("test", "node(s) were rejected");
    private static final String POD = "{\"metadata\":{\"name\":\"web\"}}";

    /** The expected request equals a parsed one: names of all lengths, of which none, some or all passed. */
    @Test
    void isTheSameAsIfItWereRead() {
        Random random = new Random(13);
        for (int turn = 0; turn < 500; turn++) {
            List<String> names = names(1 + random.nextInt(40), random);
            Rejection[] rejections = new Rejection[names.size()];
            List<String> passed = new ArrayList<>();
            double share = random.nextDouble();
            for (int i = 0; i < rejections.length; i++) {
                rejections[i] = random.nextDouble() < share ? REJECTION : null;
                if (rejections[i] == null) {
                    passed.add(names.get(i));
                }
            }
            ExtenderRequest next = ExpectedPrioritizeRequest.after(read(request(names)), IndexRange.passed(rejections));
            if (passed.isEmpty()) {
                assertThat(next).isNull();
            } else {
                assertIsAsRead(next, request(passed));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"NodeNames\":[\"a\",\"b\"],\"Pod\":" + POD + "}",
                "{\"NodeNames\":[\"a\"],\"Pod\":" + POD + ",\"NodeNames\":[\"a\",\"b\"]}",
                "{\"Pod\":" + POD + ",\"NodeNames\":[\"a\", \"b\"]}",
                "{\"Pod\":" + POD + ",\"NodeNames\":[]}",
                "{\"Pod\":" + POD + "}",
                "{\"Pod\":" + POD + ",\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"a\"}}]}}",
            })
    void isUnknownWhereNamesAreWrittenInAnotherWay(String request) {
        ExtenderRequest filtered = read(request);
        Rejection[] rejections = new Rejection[filtered.names().size()];
        assertThat(ExpectedPrioritizeRequest.after(filtered, IndexRange.passed(rejections)))
                .isNull();
    }

    /** The request is kept for as long as no other one comes. */
    @Test
    void isNotKeptIfItIsLong() {
        int shortest = request(List.of("")).length();
        String longest = request(List.of("n".repeat(ExpectedPrioritizeRequest.MAX_BYTES - shortest)));
        assertThat(ExpectedPrioritizeRequest.after(read(longest), IndexRange.passed(new Rejection[1])))
                .isNotNull();
        assertThat(ExpectedPrioritizeRequest.after(read(longest + "\n"), IndexRange.passed(new Rejection[1])))
                .isNull();
    }

    private static void assertIsAsRead(ExtenderRequest next, String expected) {
        assertThat(next.body().text(next.body().from(0))).isEqualTo(expected);
        ExtenderRequest read = read(expected);
        assertThat(next.pod()).isEqualTo(read.pod());
        assertThat(next.named()).isTrue();
        assertThat(((CompactNodeNames) next.names()).list()).isEqualTo(((CompactNodeNames) read.names()).list());
        assertThat(parts(next)).isEqualTo(parts(read));
        assertThat(next.names().nodes(CLUSTER)).isEqualTo(read.names().nodes(CLUSTER));
        assertThat(names(next)).isEqualTo(names(read));
    }

    private static List<ByteRange> parts(ExtenderRequest request) {
        List<ByteRange> parts = new ArrayList<>();
        for (int i = 0; i < request.names().size(); i++) {
            parts.add(request.part(new IndexRange(i, i + 1)));
        }
        return parts;
    }

    /** Nodes of all names that there are. */
    private static Snapshot cluster() {
        ClusterState cluster = new ClusterState(new TestClock());
        for (int i = 0; i < 300; i++) {
            cluster.putNode(node("n".repeat(i / 10) + i % 10).build());
        }
        return cluster.snapshot();
    }

    private static List<String> names(ExtenderRequest request) {
        return request.names().nodes(CLUSTER).stream().map(NodeState::name).toList();
    }

    private static List<String> names(int count, Random random) {
        return random.ints(count, 0, 30)
                .mapToObj(length -> "n".repeat(length) + random.nextInt(10))
                .toList();
    }

    private static String request(List<String> names) {
        String list = names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(","));
        return "{\"Pod\":" + POD + ",\"NodeNames\":[" + list + "]}";
    }

    private static ExtenderRequest read(String body) {
        return ExtenderRequestReader.read(RequestBody.of(body));
    }
}
