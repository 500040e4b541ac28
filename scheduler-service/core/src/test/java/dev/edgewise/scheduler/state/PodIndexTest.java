package dev.edgewise.scheduler.state;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Requirement.Operator;
import dev.edgewise.scheduler.testing.TestPods;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodIndexTest {
    private static final List<LabelSelector> SELECTORS = List.of(
            LabelSelector.EVERYTHING,
            LabelSelector.NOTHING,
            LabelSelector.of(List.of(Requirement.in("app", "a"))),
            LabelSelector.of(List.of(Requirement.in("app", "a"), Requirement.in("hash", "1"))),
            LabelSelector.of(List.of(Requirement.in("app", "a", "b"))),
            LabelSelector.of(List.of(new Requirement("hash", Operator.EXISTS, List.of()))),
            LabelSelector.of(List.of(new Requirement("app", Operator.NOT_IN, List.of("a")))));

    /** The index counts the pods that a walk over all pods counts, after any changes. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void countsAsAWalkDoes(long seed) {
        Random random = new Random(seed);
        PodIndex index = PodIndex.EMPTY;
        List<Pod> placed = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            if (!placed.isEmpty() && random.nextInt(3) == 0) {
                index = index.without(placed.remove(random.nextInt(placed.size())));
            } else {
                Pod next = any("p" + i, random);
                placed.add(next);
                index = index.with(next);
            }
        }
        for (LabelSelector selector : SELECTORS) {
            for (String namespace : List.of("shop", "ops", "none")) {
                assertThat(index.matching(namespace, List.of(selector), true))
                        .singleElement()
                        .isEqualTo(walk(placed, namespace, selector, true));
                assertThat(index.matching(namespace, List.of(selector), false))
                        .singleElement()
                        .isEqualTo(walk(placed, namespace, selector, false));
            }
        }
        for (String namespace : List.of("shop", "ops", "none")) {
            List<Map<String, Integer>> expected = new ArrayList<>();
            SELECTORS.forEach(selector -> expected.add(walk(placed, namespace, selector, false)));
            assertThat(index.matching(namespace, SELECTORS, false)).isEqualTo(expected);
            // Both ask for a label, so that not every pod of the namespace is looked at.
            assertThat(index.matching(namespace, SELECTORS.subList(2, 4), false))
                    .isEqualTo(expected.subList(2, 4));
        }
        for (Pod pod : placed) {
            index = index.without(pod);
        }
        assertThat(index.matching("shop", SELECTORS, true)).allMatch(Map::isEmpty);
    }

    @Test
    void aSnapshotWithoutAPodDoesNotCountIt() {
        ClusterState state = new ClusterState(new TestClock());
        state.putNode(node("n1").build());
        Pod pod = pod("p").label("app", "a").on("n1").build();
        state.putPod(pod);
        Snapshot snapshot = state.snapshot();
        LabelSelector selector = SELECTORS.get(2);
        assertThat(snapshot.countsOf("default", List.of(selector))).containsExactly(Map.of("n1", 1));
        assertThat(snapshot.without(pod.key(), "n1").countsOf("default", List.of(selector)))
                .containsExactly(Map.of());
    }

    private static Pod any(String name, Random random) {
        TestPods.Builder pod = pod(name).namespace(random.nextBoolean() ? "shop" : "ops");
        if (random.nextInt(4) > 0) {
            pod.label("app", random.nextBoolean() ? "a" : "b");
        }
        if (random.nextBoolean()) {
            pod.label("hash", Integer.toString(random.nextInt(3)));
        }
        if (random.nextInt(5) == 0) {
            pod.terminating();
        }
        return pod.on("n" + random.nextInt(6)).build();
    }

    private static Map<String, Integer> walk(
            List<Pod> placed, String namespace, LabelSelector selector, boolean terminating) {
        Map<String, Integer> counts = new TreeMap<>();
        for (Pod pod : placed) {
            if (pod.namespace().equals(namespace)
                    && selector.matches(pod.labels())
                    && (terminating || !pod.terminating())) {
                counts.merge(Objects.requireNonNull(pod.spec().nodeName()), 1, Integer::sum);
            }
        }
        return counts;
    }
}
