package dev.edgewise.scheduler.preemption;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.framework.NodeSampling;
import dev.edgewise.scheduler.framework.NodeSearchResult;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.preemption.Preemption.Outcome;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.DisruptionBudgetIndex;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestNodes;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PreemptionTest {
    private final ClusterState state = new ClusterState(new TestClock());
    private final TestPods.Builder high = pod("high").cpu("700m").priority(10);

    @Test
    void evictsNoMoreThanItMustAndTheLeastImportant() {
        nodes(node("n1").cpu("1"));
        // 300 + 300 + 300 of 1000 are taken; 700 are needed, so two must go: the two of priority 1.
        pods(
                pod("a").cpu("300m").priority(1).runningOn("n1"),
                pod("b").cpu("300m").priority(5).runningOn("n1"),
                pod("c").cpu("300m").priority(1).runningOn("n1"));

        assertThat(victims()).containsExactlyInAnyOrder("a", "c");
    }

    /** SelectVictimsOnNode, one pod after the other: all go, the most important come back first. */
    @Test
    void theVictimsAreThoseOfTryingOnePodAfterTheOther() {
        Random random = new Random(11);
        for (int round = 0; round < 300; round++) {
            Map<String, Integer> cores = new LinkedHashMap<>();
            Map<String, Integer> priorities = new HashMap<>();
            nodes(node("n1").cpu("40"));
            int free = 40;
            for (int i = 0; free > 0; i++) {
                int cpu = Math.min(free, 1 + random.nextInt(6));
                free -= cpu;
                int priority = random.nextInt(4);
                cores.put("p" + i, cpu);
                priorities.put("p" + i, priority);
                pods(pod("p" + i).cpu(Integer.toString(cpu)).priority(priority).runningOn("n1"));
            }
            int needed = 1 + random.nextInt(20);

            Set<String> expected = new HashSet<>(cores.keySet());
            int room = 40 - needed;
            for (int priority = 3; priority >= 0; priority--) {
                for (Map.Entry<String, Integer> each : cores.entrySet()) {
                    if (priorities.get(each.getKey()) == priority && each.getValue() <= room) {
                        room -= each.getValue();
                        expected.remove(each.getKey());
                    }
                }
            }
            assertThat(preempt(pod("high").cpu(Integer.toString(needed)).priority(10))
                            .victims()
                            .pods())
                    .extracting(pod -> pod.key().name())
                    .containsExactlyInAnyOrderElementsOf(expected);
            cores.keySet().forEach(name -> state.removePod(new PodKey("default", name)));
        }
    }

    @Test
    void amongEqualsTheYoungestGoes() {
        nodes(node("n1").cpu("1"));
        pods(
                pod("long").cpu("500m").runningOn("n1").startedAfter(Duration.ofHours(1)),
                pod("short").cpu("500m").runningOn("n1").startedAfter(Duration.ofHours(9)));

        assertThat(preempt(pod("high").cpu("500m").priority(10)).victims().pods())
                .extracting(pod -> pod.key().name())
                .containsExactly("short");
    }

    @Test
    void prefersANodeWhereNoBudgetIsBroken() {
        nodes(node("n1").cpu("1"), node("n2").cpu("1"));
        pods(
                pod("guarded").cpu("1").label("app", "db").runningOn("n1"),
                pod("free").cpu("1").priority(9).runningOn("n2"));
        LabelSelector db = LabelSelector.of(List.of(Requirement.in("app", "db")));
        state.change(DisruptionBudgetIndex.FACT, all -> all.with(new DisruptionBudget("default", "db", db, 0)));

        // Without the budget n1 would be cheaper: 0 against 9.
        assertThat(victims()).containsExactly("free");
        state.change(DisruptionBudgetIndex.FACT, all -> all.without("default", "db"));
        assertThat(victims()).containsExactly("guarded");
    }

    @Test
    void prefersTheLowestHighestPriorityThenTheSmallestSumThenTheFewest() {
        nodes(node("n1").cpu("1"), node("n2").cpu("1"), node("n3").cpu("1"));
        pods(
                pod("a").cpu("1").priority(5).runningOn("n1"),
                pod("b").cpu("400m").priority(3).runningOn("n2"),
                pod("c").cpu("600m").priority(1).runningOn("n2"),
                pod("d").cpu("1").priority(3).runningOn("n3"));

        // Highest: n1 5, n2 3, n3 3. Sums, each lifted by 2^31: n2 has two pods (b must go too: 700 > 1000 - 400), n3
        // one.
        assertThat(victims()).containsExactly("d");
    }

    @Test
    void tellsWhyNothingHelpsInKubeSchedulersWords() {
        nodes(node("n1").cpu("1"), node("n2").cpu("1"), node("cordoned").cordoned());
        pods(
                pod("peer").cpu("1").priority(10).runningOn("n1"),
                pod("boss").cpu("900m").priority(11).runningOn("n2"),
                pod("small").cpu("100m").runningOn("n2"));

        Outcome outcome = preempt(high);
        assertThat(outcome.victims()).isNull();
        assertThat(outcome.message())
                .isEqualTo("preemption: 0/3 nodes are available: 1 Insufficient cpu, 1 No preemption victims found"
                        + " for incoming pod, 1 Preemption is not helpful for scheduling.");
    }

    @Test
    void aVictimCountsForTheDomainsItLeaves() {
        nodes(node("n1").zone("z1"), node("n2").zone("z2"));
        pods(
                pod("peer").label("app", "web").priority(20).runningOn("n1"),
                pod("first").label("app", "web").priority(1).runningOn("n1"),
                pod("second").label("app", "web").priority(2).runningOn("n1"),
                pod("bystander").priority(0).runningOn("n1"),
                pod("filler").cpu("4").priority(20).runningOn("n2"));
        LabelSelector web = LabelSelector.of(List.of(Requirement.in("app", "web")));
        SpreadConstraint zones = new SpreadConstraint(2, TestNodes.ZONE, true, web, 1, true, false);

        // n2 is full. 3 + 1 - 0 exceeds a skew of 2 by two: only two pods of its kind must leave n1.
        assertThat(preempt(pod("high")
                                .label("app", "web")
                                .cpu("100m")
                                .priority(10)
                                .spread(zones))
                        .victims()
                        .pods())
                .extracting(pod -> pod.key().name())
                .containsExactly("second", "first");
    }

    @Test
    void filtersArePreparedOnceForAllNodesAndVictims() {
        for (int i = 0; i < 20; i++) {
            state.putNode(node("n" + i).cpu("1").build());
            for (int j = 0; j < 10; j++) {
                state.putPod(
                        pod("p" + i + "-" + j).cpu("100m").runningOn("n" + i).build());
            }
            state.putPod(pod("waiting" + i)
                    .cpu("1")
                    .priority(10)
                    .nominatedTo("n" + i)
                    .build());
        }
        PreparedFilter counted = new PreparedFilter();
        Profile profile = new Profile("counted", List.of(fit(), counted), List.of(), NodeSampling.ALL);

        find(profile, high.build());

        assertThat(counted.times).isEqualTo(1);
    }

    private static Filter fit() {
        return BuiltInProfiles.stock().filters().stream()
                .filter(filter -> filter.name().equals("NodeResourcesFit"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aPodMayRefuseToPreempt() {
        nodes(node("n1").cpu("1"));
        pods(pod("low").cpu("1").runningOn("n1"));

        assertThat(preempt(high.neverPreempting()).message())
                .isEqualTo("preemption: not eligible due to preemptionPolicy=Never.");
    }

    @Test
    void doesNotPreemptWhileVictimsAreLeavingItsNominatedNode() {
        nodes(node("n1").cpu("1"), node("n2").cpu("1"));
        pods(
                pod("leaving").cpu("1").runningOn("n1").preempted(),
                pod("low").cpu("1").runningOn("n2"));

        assertThat(preempt(high.nominatedTo("n1")).message())
                .isEqualTo("preemption: not eligible due to a terminating pod on the nominated node.");
    }

    private static final class PreparedFilter implements Filter {
        private int times;

        @Override
        public String name() {
            return "counted";
        }

        @Override
        public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
            times++;
            return node -> null;
        }

        @Override
        public Set<ClusterEvent> eventsToRegister() {
            return Set.of();
        }
    }

    @Test
    void whatTheApiServerRefusedToEvictIsNoVictim() {
        nodes(node("n1").cpu("1"));
        pods(
                pod("guarded").cpu("300m").priority(1).runningOn("n1"),
                pod("other").cpu("700m").priority(5).runningOn("n1"));
        PreemptionConditions limits = new PreemptionConditions(
                pod -> !pod.key().name().equals("guarded"), node -> true, node -> false, any -> true);

        Outcome outcome = find(BuiltInProfiles.stock(), high.build(), limits);
        assertThat(outcome.victims().pods()).extracting(pod -> pod.key().name()).containsExactly("other");

        Outcome none = find(
                BuiltInProfiles.stock(),
                high.build(),
                new PreemptionConditions(pod -> false, node -> true, node -> false, any -> true));
        assertThat(none.victims()).isNull();
        assertThat(none.message())
                .isEqualTo("preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod"
                        + " that the API server lets evict.");
    }

    @Test
    void nothingIsEvictedOnANodeWhereItIsTooEarly() {
        nodes(node("n1").cpu("1"), node("n2").cpu("1"));
        pods(
                pod("a").cpu("700m").priority(1).runningOn("n1"),
                pod("b").cpu("700m").priority(5).runningOn("n2"));
        PreemptionConditions limits =
                new PreemptionConditions(pod -> true, node -> !node.equals("n1"), node -> false, any -> true);

        assertThat(find(BuiltInProfiles.stock(), high.build(), limits).victims().node())
                .as("though a is less important than b")
                .isEqualTo("n2");
        Outcome none = find(
                BuiltInProfiles.stock(),
                high.build(),
                new PreemptionConditions(pod -> true, node -> false, node -> false, any -> true));
        assertThat(none.victims()).isNull();
        assertThat(none.hopeless()).as("its nomination stands").isFalse();
        assertThat(none.message())
                .isEqualTo("preemption: 0/2 nodes are available:"
                        + " 2 node(s) gave the room of an earlier preemption to other pods.");
    }

    @Test
    void victimsWhoseEvictionWouldBeInVainAreNone() {
        nodes(node("n1").cpu("1"), node("n2").cpu("1"));
        pods(
                pod("a").cpu("700m").priority(1).runningOn("n1"),
                pod("b").cpu("700m").priority(5).runningOn("n2"));

        assertThat(find(BuiltInProfiles.stock(), high.build(), useful("n2"))
                        .victims()
                        .node())
                .as("though a is less important than b")
                .isEqualTo("n2");
        Outcome none = find(BuiltInProfiles.stock(), high.build(), useful("n3"));
        assertThat(none.victims()).isNull();
        assertThat(none.message())
                .isEqualTo(
                        "preemption: 0/2 nodes are available: 2 node(s) would have no other node that could keep room"
                                + " for the pod after preemption.");
    }

    /** Each answer may take a search of all nodes for a backup, while no other pod is placed. */
    @Test
    void threeNodesOfManyAreAskedAtATimeAndTheMessageCountsThem() {
        // 1,500 / 600 are 2, and 3 the least. Of 600 nodes, max(100, 10 %) = 100 are candidates at a time.
        full(600);
        List<String> asked = new ArrayList<>();
        Outcome first = find(BuiltInProfiles.stock(), high.build(), useless(asked));
        assertThat(first.message())
                .isEqualTo("preemption: 0/600 nodes are available: 3 node(s) would have no other node that could keep"
                        + " room for the pod after preemption, 97 node(s) are tried next, as preemption on better ones"
                        + " would not help.");
        assertThat(asked).hasSize(3);
        assertThat(first.unfinished()).isTrue();
        assertThat(first.hopeless()).as("its nomination stands").isFalse();
    }

    @Test
    void eachAttemptAsksOtherNodesUntilAllWereAsked() {
        // 1,500 / 150 are 10 at a time: 15 attempts.
        full(150);
        List<String> asked = new ArrayList<>();
        for (int attempt = 1; attempt <= 15; attempt++) {
            Outcome outcome = find(BuiltInProfiles.stock(), high.build(), useless(asked));
            assertThat(asked).hasSize(10 * attempt).doesNotHaveDuplicates();
            assertThat(outcome.unfinished()).isEqualTo(attempt < 15);
            assertThat(outcome.hopeless()).isEqualTo(attempt == 15);
        }
    }

    private void full(int count) {
        for (int i = 1; i <= count; i++) {
            nodes(node("n" + i).cpu("1"));
            pods(pod("low" + i).cpu("1").runningOn("n" + i));
        }
    }

    /** @param asked the nodes that were asked, and that are not asked again */
    private static PreemptionConditions useless(List<String> asked) {
        return new PreemptionConditions(pod -> true, node -> true, Set.copyOf(asked)::contains, victims -> {
            asked.add(victims.node());
            return false;
        });
    }

    private static PreemptionConditions useful(String node) {
        return new PreemptionConditions(pod -> true, name -> true, name -> false, victims -> victims.node()
                .equals(node));
    }

    private List<String> victims() {
        return preempt(high).victims().pods().stream()
                .map(pod -> pod.key().name())
                .toList();
    }

    private Outcome preempt(TestPods.Builder preemptor) {
        Pod pod = preemptor.build();
        return find(BuiltInProfiles.stock(), pod);
    }

    private Outcome find(Profile profile, Pod pod) {
        return find(profile, pod, PreemptionConditions.NONE);
    }

    private Outcome find(Profile profile, Pod pod, PreemptionConditions limits) {
        Snapshot snapshot = state.snapshot();
        NodeSearchResult search = new FilterAndScorePipeline(profile, new Random(3)).search(pod, snapshot);
        return new Preemption(new Random(3)).find(pod, snapshot, search, limits, () -> null);
    }

    private void nodes(TestNodes.Builder... nodes) {
        Collections.shuffle(Arrays.asList(nodes), new Random(5));
        Arrays.stream(nodes).forEach(node -> state.putNode(node.build()));
    }

    private void pods(TestPods.Builder... pods) {
        Collections.shuffle(Arrays.asList(pods), new Random(5));
        Arrays.stream(pods).forEach(pod -> state.putPod(pod.build()));
    }
}
