package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.slots.claims.Claims;
import dev.edgewise.scheduler.slots.decide.GhostPod;
import dev.edgewise.scheduler.slots.decide.NodeFacts;
import dev.edgewise.scheduler.slots.decide.SlotWorld;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.state.SlotIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Puts together what a decision about a namespace needs. For one thread. */
final class SlotWorldReader {
    private final SlotCache cache;
    private final ClusterState state;
    private final Clock clock;
    private final NodeFactsReader nodes = new NodeFactsReader();

    /** @param clock the API server's */
    SlotWorldReader(SlotCache cache, ClusterState state, Clock clock) {
        this.cache = cache;
        this.state = state;
        this.clock = clock;
    }

    Instant now() {
        return clock.instant();
    }

    /** Returns what is known of all nodes with slots, so that a change of one is seen. */
    List<NodeFacts> nodes() {
        return nodes(state.snapshot(), Set.of(), Set.of(), now());
    }

    private List<NodeFacts> nodes(Snapshot snapshot, Set<String> names, Set<String> testbeds, Instant now) {
        Set<String> keys = cache.testbeds().stream()
                .filter(testbed -> testbed.problem() == null)
                .map(testbed -> testbed.spec().nodeLabel())
                .collect(Collectors.toSet());
        return keys.isEmpty() && names.isEmpty() ? List.of() : nodes.read(snapshot, keys, names, testbeds, now);
    }

    /** Returns the world of the namespace; null if its ledger cannot be read. */
    @Nullable
    SlotWorld read(String namespace) {
        Instant now = now();
        Snapshot snapshot = state.snapshot();
        SlotIndex slots = snapshot.get(SlotIndex.FACT);
        List<Testbed> others = cache.testbeds().stream()
                .filter(testbed -> !testbed.metadata().namespace().equals(namespace))
                .toList();
        List<GhostPod> ghosts = cache.ghosts();
        return cache.read(namespace, objects -> {
            Claims claims = objects.ledger.claims();
            if (claims == null) {
                return null;
            }
            Set<String> uids = objects.allTestbeds().map(Testbed::uid).collect(Collectors.toSet());
            return new SlotWorld(
                    namespace,
                    now,
                    claims,
                    objects.ledger.version(),
                    List.copyOf(objects.testbeds.values()),
                    others,
                    objects.jobs.values().stream()
                            .map(NamespaceObjects.JobEntry::job)
                            .toList(),
                    List.copyOf(objects.schedulings.values()),
                    List.copyOf(objects.applications.values()),
                    objects.pods.values().stream()
                            .map(pod -> pod.toSlotPod(slots))
                            .toList(),
                    ghosts.stream()
                            .filter(ghost -> uids.contains(ghost.testbedUid()))
                            .toList(),
                    nodes(snapshot, named(claims), uids, now),
                    cache.served());
        });
    }

    private static Set<String> named(Claims claims) {
        Set<String> names = new HashSet<>();
        claims.layouts()
                .values()
                .forEach(places -> places.stream().map(SlotPlace::node).forEach(names::add));
        return names;
    }
}
