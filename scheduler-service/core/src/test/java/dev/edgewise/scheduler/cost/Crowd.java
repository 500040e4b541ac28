package dev.edgewise.scheduler.cost;

import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.PodSelectorObjectKey;
import dev.edgewise.scheduler.model.PodVolumes.InlineDisk;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.model.Toleration;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.DisruptionBudgetIndex;
import dev.edgewise.scheduler.state.PodSelectors;
import dev.edgewise.scheduler.testing.TestPods;
import dev.edgewise.scheduler.testing.TestReservations;
import dev.edgewise.scheduler.testing.TestStorage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/** Elements that a tenant may put into or beside pods in any number, each with a name of its own. */
enum Crowd {
    RESOURCE_NAMES(each((pod, name) -> pod.scalar("evil.example.com/" + name, 1))),
    HOST_PORTS(each((pod, name) -> pod.hostPort("10.1." + name, "UDP", 1 + Math.floorMod(name.hashCode(), 60_000)))),
    LABELS(each((pod, name) -> pod.label("l" + name, "v"))),
    ANNOTATIONS(each((pod, name) -> pod.annotation("a" + name, "v"))),
    TOLERATIONS(each((pod, name) -> pod.toleration(new Toleration("t" + name, Toleration.Operator.EXISTS, "", null)))),
    IMAGES(each((pod, name) -> pod.image("registry.example.com/" + name))),
    CLAIMS(each((pod, name) -> pod.claim("c" + name))),
    INLINE_DISKS(each((pod, name) -> pod.disk(new InlineDisk("rbd", "d" + name, Set.of("m"), false)))),
    RESOURCE_CLAIMS(each((pod, name) -> pod.resourceClaim("r" + name))),
    SPREAD_CONSTRAINTS(each((pod, name) -> pod.spread(spread(name)))),
    AFFINITY_TERMS(Crowd::terms),
    GATES(each((pod, name) -> pod.gate("g" + name))),
    BOUND_CLAIMS(each((pod, name) -> pod.claim("c" + name)), Crowd::boundClaim),
    RESERVATIONS(each((pod, name) -> {}), Crowd::reservation),
    SERVICES(each((pod, name) -> {}), Crowd::service),
    DISRUPTION_BUDGETS(each((pod, name) -> {}), Crowd::disruptionBudget),
    EQUAL_DISRUPTION_BUDGETS(each((pod, name) -> {}), Crowd::equalBudget);

    /** The namespace of all of them. */
    static final String NAMESPACE = "crowd";

    private final Filler filler;
    private final BiConsumer<ClusterState, String> object;

    /** Puts a number of elements into a pod. */
    private interface Filler {
        void fill(TestPods.Builder pod, String name, int elements);
    }

    Crowd(Filler filler) {
        this(filler, (state, name) -> {});
    }

    /** @param object puts an object of another kind into the state, for each element of a pod */
    Crowd(Filler filler, BiConsumer<ClusterState, String> object) {
        this.filler = filler;
        this.object = object;
    }

    /** Puts the objects of other kinds that come with the pod of that name. */
    void surround(ClusterState state, String name, int elements) {
        IntStream.range(0, elements).forEach(i -> object.accept(state, name + "-" + i));
    }

    /** The pod with that many elements, of which no other pod has one. */
    TestPods.Builder fill(TestPods.Builder pod, String name, int elements) {
        filler.fill(pod, name, elements);
        return pod;
    }

    private static Filler each(BiConsumer<TestPods.Builder, String> element) {
        return (pod, name, elements) -> IntStream.range(0, elements).forEach(i -> element.accept(pod, name + "-" + i));
    }

    /** A claim that is bound to a volume of a driver which counts its volumes on each node. */
    private static void boundClaim(ClusterState state, String name) {
        VolumeClaim claim = TestStorage.bound("c" + name, "disk", 1, "pv-" + name);
        state.change(ClusterStorageObjects.FACT, storage -> storage.withVolume(
                        TestStorage.csi("pv-" + name, CostScenario.DRIVER))
                .withClaim(TestStorage.in(NAMESPACE, claim)));
    }

    /** A reservation that no node has capacity for, so that it waits. */
    private static void reservation(ClusterState state, String name) {
        state.reservations()
                .put(TestReservations.reservation("r" + name)
                        .namespace(NAMESPACE)
                        .on("n" + Math.floorMod(name.hashCode(), 4))
                        .cpu(100_000)
                        .build());
    }

    private static void service(ClusterState state, String name) {
        state.change(
                PodSelectors.FACT,
                all -> all.with(
                        new PodSelectorObjectKey(PodSelectorObjectKey.Kind.SERVICE, NAMESPACE, "s" + name),
                        LabelSelector.of(List.of(Requirement.in("service", name)))));
    }

    private static void disruptionBudget(ClusterState state, String name) {
        LabelSelector selector = LabelSelector.of(List.of(Requirement.in("budget", name)));
        state.change(
                DisruptionBudgetIndex.FACT, all -> all.with(new DisruptionBudget(NAMESPACE, "b" + name, selector, 1)));
    }

    /** Adds a budget that covers all pods of the crowd and allows none of them to be disrupted. */
    private static void equalBudget(ClusterState state, String name) {
        LabelSelector selector = LabelSelector.of(List.of(Requirement.in("app", "crowd")));
        state.change(
                DisruptionBudgetIndex.FACT, all -> all.with(new DisruptionBudget(NAMESPACE, "b" + name, selector, 0)));
    }

    /** Returns a constraint over a label that no node has. */
    private static SpreadConstraint spread(String name) {
        Requirement requirement = new Requirement("s" + name, Requirement.Operator.DOES_NOT_EXIST, List.of());
        return new SpreadConstraint(
                1, "no-such-label-" + name, true, LabelSelector.of(List.of(requirement)), 1, true, false);
    }

    private static void terms(TestPods.Builder pod, String name, int terms) {
        List<NodeTerm> nodes = IntStream.range(0, terms)
                .mapToObj(i -> new NodeTerm(List.of(Requirement.in("n" + name + i, "x")), List.of()))
                .toList();
        List<AffinityTerm> pods = IntStream.range(0, terms)
                .mapToObj(i -> new AffinityTerm(
                        LabelSelector.of(List.of(Requirement.in("p" + name + i, "x"))),
                        Set.of(NAMESPACE),
                        LabelSelector.NOTHING,
                        "kubernetes.io/hostname"))
                .toList();
        pod.nodeAffinity(new NodeAffinity(Map.of(), terms == 0 ? null : nodes, List.of()))
                .podAffinity(new PodAffinity(List.of(), pods, List.of(), List.of()));
    }
}
