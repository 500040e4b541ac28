package dev.edgewise.scheduler.cost;

import static dev.edgewise.scheduler.testing.TestPods.pod;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.Explainer;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.framework.NodeSearchResult;
import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodSelectorObjectKey;
import dev.edgewise.scheduler.model.PodVolumes.InlineDisk;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.preemption.Preemption;
import dev.edgewise.scheduler.preemption.PreemptionConditions;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.DisruptionBudgetIndex;
import dev.edgewise.scheduler.state.PodSelectors;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestNodes;
import dev.edgewise.scheduler.testing.TestPods;
import dev.edgewise.scheduler.testing.TestReservations;
import dev.edgewise.scheduler.testing.TestStorage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/**
 * Ordinary operations beside the pods of another tenant. Takes the name of a {@link Crowd}, the number of its pods, the
 * number of elements of each, and a seed; says how many steps each operation took, by its name. Runs where steps are
 * counted.
 */
public final class CostScenario implements Function<Object[], Map<String, Long>> {
    /** An event of a pod of the crowd. */
    static final String OWN = "a label of the crowd's first pod changes";
    /** Looks at a limited number of the reservations that wait. */
    static final String TURN = "reservations are judged";
    /** Events of objects, of which each is one step under the lock of the state. */
    static final List<String> EVENTS = List.of(
            "a pod comes",
            "its label changes",
            "its status changes",
            "it goes",
            "a node's label changes",
            "a claim comes",
            "a claim goes",
            "a claim is bound",
            "a service comes",
            "a service goes",
            "a disruption budget comes",
            "a disruption budget goes",
            "a reservation comes",
            "a reservation goes",
            OWN);
    /** Each node can attach so many volumes of this driver that none of the tests uses them up. */
    static final String DRIVER = "csi.example";

    private final Map<String, Long> steps = new LinkedHashMap<>();
    private final ClusterState state = new ClusterState(new TestClock());

    @Override
    public Map<String, Long> apply(Object[] arguments) {
        Crowd crowd = Crowd.valueOf((String) arguments[0]);
        int pods = (Integer) arguments[1];
        int elements = (Integer) arguments[2];
        Random random = new Random((Long) arguments[3]);
        int nodes = 4 + random.nextInt(8);
        for (int i = 0; i < nodes; i++) {
            String name = "n" + i;
            state.putNode(node(name, random.nextInt(3), 0));
            state.change(
                    ClusterStorageObjects.FACT,
                    storage -> storage.limiting(all -> all.withLimits(name, Map.of(DRIVER, 1_000_000))));
        }
        for (int i = 0; i < 2 * nodes; i++) {
            state.putPod(ordinary("q" + i, random).runningOn("n" + i % nodes).build());
        }
        for (int i = 0; i < pods; i++) {
            state.putPod(of(crowd, i, elements).runningOn("n" + i % nodes).build());
            state.putPod(of(crowd, pods + i, elements).build());
            crowd.surround(state, Integer.toString(i), elements);
            crowd.surround(state, Integer.toString(pods + i), elements);
        }
        run(crowd, pods, elements, random);
        return steps;
    }

    private void run(Crowd crowd, int pods, int elements, Random random) {
        TestPods.Builder bound = ordinary("bound", random).runningOn("n0");
        measure("a pod comes", () -> state.putPod(bound.build()));
        measure("its label changes", () -> state.putPod(bound.label("turn", "2").build()));
        measure(
                "its status changes",
                () -> state.putPod(bound.annotation("turn", "3").build()));
        measure("a snapshot", state::snapshot);
        measure("it goes", () -> state.removePod(bound.build().key()));
        measure("a node's label changes", () -> state.putNode(node("n0", 0, 1)));
        measure("a claim comes", () -> claims(true));
        measure("a claim goes", () -> claims(false));
        objects();
        if (pods > 0) {
            Pod heavy =
                    of(crowd, 0, elements).label("turn", "2").runningOn("n0").build();
            measure(OWN, () -> state.putPod(heavy));
        }
        Snapshot snapshot = state.snapshot();
        Pod small = ordinary("small", random).build();
        Pod large = ordinary("large", random).cpu("100").build();
        Pod high = ordinary("high", random).cpu("3900m").priority(10).build();
        measure("a decision", () -> pipeline().decide(small, snapshot));
        Pod mounting = ordinary("mounting", random).claim("bound").build();
        measure("a decision with a volume", () -> pipeline().decide(mounting, snapshot));
        InlineDisk disk = new InlineDisk("rbd", "mine", Set.of("m"), false);
        Pod naming = ordinary("naming", random).disk(disk).build();
        measure("a decision with a disk", () -> pipeline().decide(naming, snapshot));
        measure("a refusal", () -> pipeline().decide(large, snapshot));
        measure("an explanation", () -> new Explainer(BuiltInProfiles.edgewise(), new Random(1))
                .explain(large, snapshot));
        measure("a preemption", () -> {
            NodeSearchResult search = pipeline().search(high, snapshot);
            new Preemption(new Random(1)).find(high, snapshot, search, PreemptionConditions.NONE, () -> null);
        });
    }

    private void measure(String what, Runnable operation) {
        long before = Steps.count;
        operation.run();
        steps.put(what, Steps.count - before);
    }

    private static FilterAndScorePipeline pipeline() {
        return new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new Random(1));
    }

    private void claims(boolean come) {
        state.change(
                ClusterStorageObjects.FACT,
                storage -> come
                        ? storage.withClaim(TestStorage.claim("mine", "disk", 1))
                        : storage.withoutClaim(TestStorage.key("mine")));
    }

    private void objects() {
        state.change(ClusterStorageObjects.FACT, storage -> storage.withVolume(TestStorage.csi("pv-bound", DRIVER)));
        measure(
                "a claim is bound",
                () -> state.change(
                        ClusterStorageObjects.FACT,
                        storage -> storage.withClaim(TestStorage.bound("bound", "disk", 1, "pv-bound"))));
        PodSelectorObjectKey service = new PodSelectorObjectKey(PodSelectorObjectKey.Kind.SERVICE, "default", "mine");
        LabelSelector selector = LabelSelector.of(List.of(Requirement.in("app", "a1")));
        measure("a service comes", () -> state.change(PodSelectors.FACT, all -> all.with(service, selector)));
        measure("a service goes", () -> state.change(PodSelectors.FACT, all -> all.without(service)));
        DisruptionBudget budget = new DisruptionBudget("default", "mine", selector, 1);
        measure("a disruption budget comes", () -> state.change(DisruptionBudgetIndex.FACT, all -> all.with(budget)));
        measure(
                "a disruption budget goes",
                () -> state.change(DisruptionBudgetIndex.FACT, all -> all.without("default", "mine")));
        Reservation reservation =
                TestReservations.reservation("mine").on("n0").cpu(100).build();
        measure("a reservation comes", () -> state.reservations().put(reservation));
        measure(TURN, () -> state.reservations().accept(100));
        measure("a reservation goes", () -> state.reservations().remove(reservation.key()));
    }

    private static Node node(String name, int zone, int turn) {
        TestNodes.Builder node = TestNodes.node(name).cpu("4").memory("16Gi");
        return node.label(Node.ZONE_LABEL, "z" + zone).label("turn", "t" + turn).build();
    }

    private static TestPods.Builder ordinary(String name, Random random) {
        TestPods.Builder pod =
                pod(name).label("app", "a" + random.nextInt(3)).cpu("100m").memory("64Mi");
        return random.nextBoolean() ? pod.hostPort(8_000 + random.nextInt(100)) : pod;
    }

    private static TestPods.Builder of(Crowd crowd, int number, int elements) {
        TestPods.Builder pod = pod("crowd-" + number)
                .namespace(Crowd.NAMESPACE)
                .label("app", "crowd")
                .cpu("100m");
        return crowd.fill(pod, Integer.toString(number), elements);
    }
}
