package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.decide.NodeFacts;
import dev.edgewise.scheduler.slots.decide.ObservedBatchJobApplication;
import dev.edgewise.scheduler.slots.decide.SlotDecisionInput;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.state.SlotIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what a decision about a namespace needs: of other namespaces only what may have nodes that it wants.
 * For one thread.
 */
final class SlotDecisionInputReader {
    private final SlotCache cache;
    private final ClusterState state;
    private final Clock clock;
    private final NodeFactsReader reader = new NodeFactsReader();
    private final SlotNodes nodes = new SlotNodes();
    /** The namespaces that nodes have changed for, and that nothing is decided about since. */
    private final Set<String> touched = new HashSet<>();

    /** @param clock the API server's */
    SlotDecisionInputReader(SlotCache cache, ClusterState state, Clock clock) {
        this.cache = cache;
        this.state = state;
        this.clock = clock;
    }

    /** Forgets what was seen of nodes: another replica has led meanwhile. */
    void forget() {
        reader.forget();
        nodes.forget();
    }

    /**
     * Returns the namespaces whose testbeds may get other nodes by changes since the last call.
     *
     * @param looks whether nodes are looked at; new labels of testbeds make it look in any case
     */
    Set<String> takeTouched(boolean looks) {
        Set<String> labels = cache.readIndex(NamespaceIndex::labels);
        if (looks || !nodes.knows(labels)) {
            look(state.snapshot(), labels);
        }
        Set<String> moved = cache.takeMovedLabels();
        if (!moved.isEmpty()) {
            touch(moved);
        }
        Set<String> all = Set.copyOf(touched);
        touched.clear();
        return all;
    }

    private void look(Snapshot snapshot, Set<String> labels) {
        Instant now = clock.instant();
        List<SlotNodes.Change> changes = nodes.look(
                snapshot,
                labels,
                names -> cache.readIndex(index -> index.withSlots(names)),
                node -> reader.read(node, labels, now));
        for (SlotNodes.Change change : changes) {
            if (change.isMoved()) {
                touch(change.labels());
            }
            touched.addAll(cache.readIndex(index -> index.at(change.node(), change.labels())));
            if (snapshot.positionOf(change.node()) < 0) {
                reader.gone(change.node());
            }
        }
    }

    private void touch(Collection<String> labels) {
        Set<String> linked = nodes.linked(labels);
        cache.readIndex(index -> index.testbeds(linked))
                .forEach(testbed -> touched.add(testbed.metadata().namespace()));
    }

    /** The objects of a namespace in the cache. */
    private record Objects(
            ClaimLedger claims,
            String version,
            boolean isStored,
            List<Testbed> testbeds,
            List<BatchJob> jobs,
            List<Scheduling> schedulings,
            List<ObservedBatchJobApplication> applications,
            List<ObservedBatchJobPod> pods) {
        static @Nullable Objects of(NamespaceObjects objects) {
            ClaimLedger claims = objects.ledger().claims();
            return claims == null
                    ? null
                    : new Objects(
                            claims,
                            objects.ledger().version(),
                            objects.ledger().isStored(),
                            objects.testbeds.all(),
                            objects.jobs.all().stream()
                                    .map(NamespaceObjects.JobEntry::job)
                                    .toList(),
                            objects.schedulings.all(),
                            objects.applications.all(),
                            objects.pods.all());
        }

        Set<String> uids() {
            return testbeds.stream().map(Testbed::uid).collect(Collectors.toSet());
        }

        Set<String> labels() {
            return testbeds.stream()
                    .filter(testbed -> testbed.problem() == null)
                    .map(testbed -> testbed.spec().nodeLabel())
                    .collect(Collectors.toSet());
        }
    }

    /** Returns the input of the namespace; null if its ledger cannot be read. */
    @Nullable
    SlotDecisionInput read(String namespace) {
        Objects objects = cache.<@Nullable Objects>read(namespace, Objects::of);
        if (objects == null) {
            return null;
        }
        Snapshot snapshot = state.snapshot();
        SlotIndex slots = snapshot.get(SlotIndex.FACT);
        if (!nodes.knows(objects.labels())) {
            look(snapshot, cache.readIndex(NamespaceIndex::labels));
        }
        Set<String> linked = nodes.linked(objects.labels());
        List<Testbed> others = cache.readIndex(index -> index.testbeds(linked)).stream()
                .filter(testbed -> !testbed.metadata().namespace().equals(namespace))
                .toList();
        Instant now = clock.instant();
        return new SlotDecisionInput(
                namespace,
                now,
                objects.claims(),
                objects.version(),
                objects.isStored(),
                objects.testbeds(),
                others,
                objects.jobs(),
                objects.schedulings(),
                objects.applications(),
                new SlotPodReader(namespace, objects.claims(), slots).read(objects.pods(), objects.uids()),
                cache.pausePods(objects.uids()),
                nodes(snapshot, linked, objects, now),
                cache.served());
    }

    private List<NodeFacts> nodes(Snapshot snapshot, Set<String> labels, Objects objects, Instant now) {
        Set<String> names = nodes.withLabels(labels);
        names.addAll(NamespaceIndex.nodes(objects.claims()));
        List<NodeFacts> facts = new ArrayList<>();
        for (String name : names) {
            NodeState node = snapshot.node(name);
            if (node != null) {
                facts.add(reader.read(node, labels, now));
            }
        }
        return facts;
    }
}
