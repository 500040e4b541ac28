package dev.edgewise.scheduler.plugins.affinity;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Requirement.Operator;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NamespaceLabels;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestNodes;
import dev.edgewise.scheduler.testing.TestPods;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Counted by groups of pods, pod affinity says what a walk over all pods says. */
class PodAffinityTest {
    private static final int NODES = 7;

    @Test
    void filtersAndScoresAsAWalkOverAllPodsDoes() {
        int accepted = 0;
        int rejected = 0;
        for (int seed = 0; seed < 800; seed++) {
            Random random = new Random(seed);
            Snapshot snapshot = cluster(random).snapshot();
            Pod incoming = any("incoming", random, 3).build();
            PreparedNodeFilter check = new RequiredPodAffinity().prepare(incoming, snapshot);
            for (NodeState node : snapshot.nodes()) {
                boolean fits = fits(incoming, node, snapshot);
                assertThat(check.check(node) == null)
                        .as("seed %s, %s on %s", seed, incoming, node.name())
                        .isEqualTo(fits);
                accepted += fits ? 1 : 0;
                rejected += fits ? 0 : 1;
            }
            double[] scores = new PreferredPodAffinity().score(incoming, snapshot, snapshot.nodes());
            assertThat(order(scores)).as("seed %s", seed).isEqualTo(order(walked(incoming, snapshot)));
        }
        // The seeds are not all of one kind.
        assertThat(accepted).isGreaterThan(1_000);
        assertThat(rejected).isGreaterThan(1_000);
    }

    @Test
    void termsOnALabelThatNoNodeHasKeepNobodyOff() {
        ClusterState cluster = new ClusterState(new TestClock());
        cluster.putNode(node("a").build());
        cluster.putPod(pod("db").runningOn("a").build());
        AffinityTerm term =
                new AffinityTerm(LabelSelector.EVERYTHING, Set.of("default"), LabelSelector.NOTHING, "rack");
        Snapshot snapshot = cluster.snapshot();
        Pod apart = pod("web")
                .podAffinity(new PodAffinity(List.of(), List.of(term), List.of(), List.of()))
                .build();
        Pod near = pod("web")
                .podAffinity(new PodAffinity(List.of(term), List.of(), List.of(), List.of()))
                .build();

        NodeState node = snapshot.nodes().get(0);
        assertThat(new RequiredPodAffinity().prepare(apart, snapshot).check(node))
                .isNull();
        assertThat(new RequiredPodAffinity().prepare(near, snapshot).check(node))
                .isNotNull();
    }

    /** Returns how each score compares with each other one. */
    private static List<Integer> order(double[] scores) {
        return IntStream.range(0, scores.length * scores.length)
                .mapToObj(i -> Double.compare(scores[i / scores.length], scores[i % scores.length]))
                .toList();
    }

    private static boolean fits(Pod pod, NodeState node, Snapshot snapshot) {
        PodAffinity affinity = pod.spec().podAffinity();
        for (AffinityTerm term : affinity.requiredAnti()) {
            if (hasNear(node, term, snapshot, other -> matches(term, other, snapshot))) {
                return false;
            }
        }
        for (Pod other : pods(snapshot)) {
            for (AffinityTerm term : other.spec().podAffinity().requiredAnti()) {
                if (matches(term, pod, snapshot) && hasNear(node, term, snapshot, candidate -> candidate == other)) {
                    return false;
                }
            }
        }
        return affinity.required().isEmpty() || hasFriends(pod, affinity.required(), node, snapshot);
    }

    private static boolean hasFriends(Pod pod, List<AffinityTerm> terms, NodeState node, Snapshot snapshot) {
        Predicate<Pod> friend = other -> terms.stream().allMatch(term -> matches(term, other, snapshot));
        if (!terms.stream().allMatch(term -> node.node().labels().containsKey(term.topologyKey()))) {
            return false;
        }
        if (terms.stream().allMatch(term -> hasNear(node, term, snapshot, friend))) {
            return true;
        }
        return friend.test(pod)
                && snapshot.nodes().stream().noneMatch(other -> terms.stream()
                        .anyMatch(term -> other.node().labels().containsKey(term.topologyKey())
                                && other.pods().stream().anyMatch(friend)));
    }

    private static boolean hasNear(NodeState node, AffinityTerm term, Snapshot snapshot, Predicate<Pod> which) {
        return snapshot.nodes().stream()
                .anyMatch(other ->
                        isNear(node, other, term) && other.pods().stream().anyMatch(which));
    }

    private static boolean isNear(NodeState node, NodeState other, AffinityTerm term) {
        String value = node.node().labels().get(term.topologyKey());
        return value != null && value.equals(other.node().labels().get(term.topologyKey()));
    }

    private static double[] walked(Pod pod, Snapshot snapshot) {
        double[] sums = snapshot.nodes().stream()
                .mapToDouble(node -> sum(pod, node, snapshot))
                .toArray();
        boolean spoken = !order(sums).stream().allMatch(comparison -> comparison == 0);
        return spoken ? sums : new PreferredPodAffinity().score(pod, snapshot, snapshot.nodes());
    }

    private static double sum(Pod pod, NodeState node, Snapshot snapshot) {
        double sum = 0;
        for (NodeState other : snapshot.nodes()) {
            for (Pod placed : other.pods()) {
                sum += liking(pod.spec().podAffinity(), false, placed, node, other, snapshot);
                sum += liking(placed.spec().podAffinity(), true, pod, node, other, snapshot);
            }
        }
        return sum;
    }

    private static long liking(
            PodAffinity affinity, boolean back, Pod spokenOf, NodeState node, NodeState other, Snapshot snapshot) {
        Stream<PodAffinity.Weighted> required =
                affinity.required().stream().filter(term -> back).map(term -> new PodAffinity.Weighted(1, term));
        Stream<PodAffinity.Weighted> anti = affinity.preferredAnti().stream()
                .map(disliked -> new PodAffinity.Weighted(-disliked.weight(), disliked.term()));
        return Stream.of(required, affinity.preferred().stream(), anti)
                .flatMap(terms -> terms)
                .filter(weighted ->
                        isNear(node, other, weighted.term()) && matches(weighted.term(), spokenOf, snapshot))
                .mapToLong(PodAffinity.Weighted::weight)
                .sum();
    }

    private static boolean matches(AffinityTerm term, Pod pod, Snapshot snapshot) {
        return term.matches(pod, snapshot.get(NamespaceLabels.FACT).of(pod.namespace()));
    }

    private static List<Pod> pods(Snapshot snapshot) {
        return snapshot.nodes().stream().flatMap(node -> node.pods().stream()).toList();
    }

    private static ClusterState cluster(Random random) {
        ClusterState cluster = new ClusterState(new TestClock());
        cluster.change(NamespaceLabels.FACT, all -> all.with("default", Map.of("team", "a")));
        cluster.change(NamespaceLabels.FACT, all -> all.with("ops", Map.of("team", "b")));
        for (int i = 0; i < NODES; i++) {
            TestNodes.Builder node = node("n" + i);
            cluster.putNode((random.nextInt(6) == 0 ? node : node.zone("z" + i % 3)).build());
        }
        for (int i = 0; i < random.nextInt(14); i++) {
            // The last node does not exist.
            cluster.putPod(any("p" + i, random, 1)
                    .runningOn("n" + random.nextInt(NODES + 1))
                    .build());
        }
        cluster.removePod(pod("p0").build().key());
        return cluster;
    }

    private static TestPods.Builder any(String name, Random random, int most) {
        return pod(name)
                .namespace(random.nextBoolean() ? "default" : "ops")
                .label("app", "app" + random.nextInt(3))
                .label("tier", "t" + random.nextInt(2))
                .podAffinity(new PodAffinity(
                        terms(random, random.nextInt(3) == 0 ? 1 + random.nextInt(most) : 0),
                        terms(random, random.nextInt(3) == 0 ? 1 + random.nextInt(most) : 0),
                        weighted(random),
                        weighted(random)));
    }

    private static List<PodAffinity.Weighted> weighted(Random random) {
        return terms(random, random.nextInt(3)).stream()
                .map(term -> new PodAffinity.Weighted(1 + random.nextInt(3), term))
                .toList();
    }

    private static List<AffinityTerm> terms(Random random, int count) {
        return IntStream.range(0, count).mapToObj(i -> term(random)).toList();
    }

    private static AffinityTerm term(Random random) {
        LabelSelector namespaces =
                switch (random.nextInt(4)) {
                    case 0 -> LabelSelector.EVERYTHING;
                    case 1 -> LabelSelector.of(List.of(Requirement.in("team", "b")));
                    default -> LabelSelector.NOTHING;
                };
        Set<String> names = namespaces == LabelSelector.NOTHING
                ? random.nextInt(3) == 0 ? Set.of("default", "ops") : Set.of("default")
                : Set.of();
        return new AffinityTerm(selector(random), names, namespaces, key(random));
    }

    private static String key(Random random) {
        return random.nextInt(12) == 0 ? "rack" : random.nextBoolean() ? TestNodes.ZONE : TestNodes.HOSTNAME;
    }

    private static LabelSelector selector(Random random) {
        return LabelSelector.of(
                switch (random.nextInt(5)) {
                    case 0 -> List.of();
                    case 1 -> List.of(new Requirement("app", Operator.NOT_IN, List.of("app0", "app1")));
                    case 2 ->
                        List.of(new Requirement("tier", Operator.EXISTS, List.of()), Requirement.in("app", "app2"));
                    default -> List.of(Requirement.in("app", "app" + random.nextInt(3)));
                });
    }
}
