package dev.edgewise.scheduler.state.affinity;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.NodeAffinity.Preferred;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Requirement.Operator;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.testing.TestNodes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeAffinityEvaluatorTest {
    private static final List<String> VALUES =
            List.of("a", "b", "", "0", "7", "07", "-3", "12", "9223372036854775807", "9223372036854775808", "1x", "+");

    @Test
    void answersAsEachNodeDoes() {
        Random random = new Random(1);
        for (int round = 0; round < 500; round++) {
            List<Node> nodes = many(random.nextInt(100), i -> randomNode("n" + i, random));
            NodeAffinityEvaluator index = indexOf(nodes);
            NodeAffinity affinity = new NodeAffinity(
                    random.nextInt(3) == 0 ? Map.of("k0", anyOf(VALUES, random)) : Map.of(),
                    many(random.nextInt(30), i -> term(random)),
                    many(random.nextInt(30), i -> new Preferred(1 + random.nextInt(100), term(random))));
            Predicate<Node> accepts = index.accepting(affinity);
            ToLongFunction<Node> preference = index.preferring(affinity);
            List<Node> asked = new ArrayList<>(nodes);
            asked.add(randomNode("stranger", random));
            asked.add(randomNode("n0", random));
            for (Node node : asked) {
                assertThat(accepts.test(node)).as("%s on %s", affinity, node).isEqualTo(affinity.accepts(node));
                assertThat(preference.applyAsLong(node))
                        .as("%s on %s", affinity, node)
                        .isEqualTo(affinity.preference(node));
            }
        }
    }

    /** A pod at the limits: 5,000 terms with one expression and value each. */
    @Test
    void manyTermsAreEvaluatedOnceForAllNodesAndForAllWhoAsk() {
        List<Node> nodes = many(300, i -> node("n" + i).label("disk", "ssd").build());
        List<String> evaluated = new ArrayList<>();
        NodeAffinityEvaluator index = new NodeAffinityEvaluator(() -> nodes, key -> {
            evaluated.add(key);
            return key.equals("disk");
        });
        List<NodeTerm> terms = many(5_000, i -> new NodeTerm(List.of(Requirement.in("disk", "x" + i)), List.of()));
        NodeAffinity affinity = new NodeAffinity(Map.of(), terms, List.of());
        for (int filter = 0; filter < 3; filter++) {
            Predicate<Node> accepts = index.accepting(affinity);
            nodes.forEach(node -> assertThat(accepts.test(node)).isFalse());
        }
        assertThat(evaluated).hasSize(5_000);
    }

    @Test
    void answersOfFurtherPodsDoNotPileUp() {
        NodeAffinityEvaluator index = indexOf(List.of(node("n1").build()));
        List<NodeTerm> terms = many(40, i -> new NodeTerm(List.of(Requirement.in("k" + i, "x")), List.of()));
        NodeAffinity first = new NodeAffinity(Map.of(), terms, List.of());
        Predicate<Node> known = index.accepting(first);
        assertThat(index.accepting(first)).isSameAs(known);
        for (int i = 0; i < 4; i++) {
            index.accepting(new NodeAffinity(Map.of(), terms, List.of()));
        }
        assertThat(index.accepting(first)).isNotSameAs(known);
    }

    @Test
    void aNodesNewLabelCountsFromTheNextSnapshotOn() {
        ClusterState state = new ClusterState(new TestClock());
        state.putNode(node("n1").label("rack", "x").build());
        List<NodeTerm> terms = many(40, i -> new NodeTerm(List.of(Requirement.in("rack", "r" + i)), List.of()));
        NodeAffinity affinity = new NodeAffinity(Map.of(), terms, List.of());
        Node relabelled = node("n1").label("rack", "r7").build();
        Predicate<Node> before = state.snapshot().topology().affinities().accepting(affinity);
        assertThat(before.test(state.snapshot().nodeAt(0).node())).isFalse();
        state.putNode(relabelled);
        assertThat(state.snapshot().topology().affinities().accepting(affinity).test(relabelled))
                .isTrue();
    }

    private static NodeAffinityEvaluator indexOf(List<Node> nodes) {
        Set<String> keys = new HashSet<>();
        nodes.forEach(node -> keys.addAll(node.labels().keySet()));
        return new NodeAffinityEvaluator(() -> nodes, keys::contains);
    }

    private static Node randomNode(String name, Random random) {
        Map<String, String> labels = new HashMap<>();
        for (int i = 0; i < 3; i++) {
            if (random.nextBoolean()) {
                labels.put("k" + i, anyOf(VALUES, random));
            }
        }
        TestNodes.Builder node = node(name);
        labels.forEach(node::label);
        return node.build();
    }

    private static NodeTerm term(Random random) {
        return new NodeTerm(
                many(random.nextInt(4), i -> requirement("k" + random.nextInt(4), VALUES, random)),
                many(random.nextInt(6) == 0 ? 1 : 0, i -> field(random)));
    }

    private static Requirement field(Random random) {
        return requirement(
                random.nextInt(4) == 0 ? "metadata.other" : NodeTerm.NAME_FIELD, List.of("n0", "n1", "n2"), random);
    }

    private static Requirement requirement(String key, List<String> values, Random random) {
        Operator operator = anyOf(List.of(Operator.values()), random);
        return new Requirement(key, operator, many(random.nextInt(4), i -> anyOf(values, random)));
    }

    private static <T> T anyOf(List<T> values, Random random) {
        return values.get(random.nextInt(values.size()));
    }

    private static <T> List<T> many(int count, IntFunction<T> each) {
        return IntStream.range(0, count).mapToObj(each).toList();
    }
}
