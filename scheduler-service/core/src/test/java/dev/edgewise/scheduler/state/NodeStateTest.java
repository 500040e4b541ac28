package dev.edgewise.scheduler.state;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.CREATED;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.testing.TestNodes;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeStateTest {
    @Test
    void whatIsKeptIsWhatThePodsAddUpTo() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            NodeState state = NodeState.of(
                    node("n").cpu("4").memory("8Gi").scalar("x.y/gpu", 5).build());
            for (int i = 0; i < 20; i++) {
                if (random.nextBoolean()) {
                    // Read or not, what is found later on stays right.
                    state.lowestPriority();
                }
                state = changed(state, i, random);
                check(state, seed);
            }
        }
    }

    private static NodeState changed(NodeState state, int i, Random random) {
        List<Pod> pods = state.pods();
        switch (random.nextInt(4)) {
            case 0:
                return pods.isEmpty()
                        ? state
                        : state.without(pods.get(random.nextInt(pods.size())).key());
            case 1:
                return state.without(
                        pods.stream().filter(pod -> random.nextInt(3) == 0).toList());
            default:
                return state.with(pod("p" + i)
                        .cpu(random.nextInt(5) * 100 + "m")
                        .memory(random.nextInt(3) + "Gi")
                        .scalar("x.y/gpu", random.nextInt(3))
                        .priority(random.nextInt(3) == 0 ? Integer.MIN_VALUE : random.nextInt(3))
                        .startedAfter(Duration.ofSeconds(random.nextInt(3)))
                        .hostPort(1 + i)
                        .runningOn("n")
                        .build());
        }
    }

    private static void check(NodeState state, int seed) {
        List<Pod> pods = state.pods();
        assertThat(state.freeMilliCpu())
                .isEqualTo(4000
                        - pods.stream()
                                .mapToLong(pod -> pod.spec().requests().needed().milliCpu())
                                .sum());
        assertThat(state.freeMemory())
                .isEqualTo((8L << 30)
                        - pods.stream()
                                .mapToLong(pod -> pod.spec().requests().needed().memory())
                                .sum());
        assertThat(state.freeScalar("x.y/gpu"))
                .isEqualTo(5
                        - pods.stream()
                                .mapToLong(pod -> pod.spec().requests().needed().scalar("x.y/gpu"))
                                .sum());
        assertThat(state.freePods()).isEqualTo(state.node().maxPods() - pods.size());
        assertThat(state.usedPorts()).hasSize(pods.size());
        assertThat(state.lowestPriority())
                .as("seed %s", seed)
                .isEqualTo(pods.stream()
                        .mapToInt(pod -> pod.spec().priority())
                        .min()
                        .orElse(Integer.MAX_VALUE));
        for (int priority = 0; priority < 4; priority++) {
            int than = priority;
            assertThat(state.podsBelow(priority))
                    .as("seed %s", seed)
                    .isSortedAccordingTo(PodPriorityOrder.MOST_IMPORTANT_FIRST)
                    .containsExactlyInAnyOrderElementsOf(pods.stream()
                            .filter(pod -> pod.spec().priority() < than)
                            .toList());
        }
    }

    @Test
    void aPodThatHasNotStartedIsTheLeastImportantOfItsPriority() {
        NodeState state = NodeState.of(node("n").build())
                .with(pod("waits").on("n").build())
                .with(pod("late").startedAfter(Duration.ofHours(2)).on("n").build())
                .with(pod("early").startedAfter(Duration.ofHours(1)).on("n").build())
                .with(pod("important").priority(5).on("n").build());

        assertThat(state.podsBelow(9))
                .extracting(pod -> pod.key().name())
                .containsExactly("important", "early", "late", "waits");
        assertThat(state.podsBelow(5)).extracting(pod -> pod.key().name()).containsExactly("early", "late", "waits");
        assertThat(state.podsBelow(0)).isEmpty();
    }

    @Test
    void onlyWhatKeepsPodsAwayClosesANode() {
        assertThat(isOpen(node("n"))).isTrue();
        assertThat(isOpen(node("n").taint("a", "", Taint.Effect.PREFER_NO_SCHEDULE)))
                .isTrue();
        assertThat(isOpen(node("n").taint("a", "", Taint.Effect.NO_SCHEDULE))).isFalse();
        assertThat(isOpen(node("n").taint("a", "", Taint.Effect.NO_EXECUTE))).isFalse();
        assertThat(isOpen(node("n").cordoned())).isFalse();
        assertThat(NodeState.of(node("n").build()).withNode(Node.absent("n")).isUntainted())
                .isFalse();
    }

    private static boolean isOpen(TestNodes.Builder node) {
        return NodeState.of(node.build()).isUntainted();
    }

    @Test
    void knowsTheCpuOfPodsThatStartedSinceASecond() {
        NodeState empty = NodeState.of(node("n1").build());
        assertThat(empty.milliCpuSince(second(0))).isZero();
        NodeState two = empty.with(pod("a").cpu("100m")
                        .startedAfter(Duration.ofMillis(1_500))
                        .runningOn("n1")
                        .build())
                .with(pod("b").cpu("200m")
                        .startedAfter(Duration.ofSeconds(2))
                        .runningOn("n1")
                        .build());
        assertThat(two.milliCpuSince(second(1))).isEqualTo(300);
        assertThat(two.milliCpuSince(second(2))).isEqualTo(200);
        assertThat(two.milliCpuSince(second(3))).isZero();
        assertThat(two.milliCpuSince(second(1))).isEqualTo(300);
        NodeState three = two.with(pod("c").cpu("400m").on("n1").build());
        assertThat(three.milliCpuSince(second(3))).isEqualTo(400);
    }

    private static long second(int number) {
        return CREATED.plusSeconds(number).getEpochSecond();
    }

    /** No pod can get them there, so no event of a pod may cost what others name. */
    @Test
    void namesThatTheNodeDoesNotOfferAreNotKept() {
        NodeState state = NodeState.of(node("n").scalar("x.y/gpu", 4).build());
        for (int i = 0; i < 50; i++) {
            state = state.with(naming(i, 1_000));
        }
        // Only one of 50 pods names the gpu as well.
        state = state.with(
                pod("gpu").scalar("x.y/gpu", 3).scalar("x.y/other", 1).build());
        assertThat(state.requested().scalars()).containsExactly(Map.entry("x.y/gpu", 3L));
        assertThat(state.nonZeroRequested().scalars()).isEmpty();
        assertThat(state.freeScalar("x.y/gpu")).isEqualTo(1);
        state = state.without(pod("gpu").build().key());
        assertThat(state.requested().scalars()).isEmpty();
    }

    @Test
    void whatANodeOffersLaterIsCountedThen() {
        NodeState state = NodeState.of(node("n").scalar("x.y/old", 4).build())
                .with(pod("p").scalar("x.y/old", 1).scalar("x.y/new", 2).build());
        NodeState changed = state.withNode(node("n").scalar("x.y/new", 5).build());
        assertThat(changed.requested().scalars()).containsExactly(Map.entry("x.y/new", 2L));
        assertThat(changed.freeScalar("x.y/new")).isEqualTo(3);
        assertThat(changed.withNode(node("n").scalar("x.y/new", 6).build()).freeScalar("x.y/new"))
                .isEqualTo(4);
        assertThat(changed.without(changed.pods()).freeScalar("x.y/new")).isEqualTo(5);
    }

    private static Pod naming(int number, int names) {
        TestPods.Builder pod = pod("p" + number);
        IntStream.range(0, names).forEach(i -> pod.scalar("evil.example.com/" + number + "-" + i, 1));
        return pod.build();
    }
}
