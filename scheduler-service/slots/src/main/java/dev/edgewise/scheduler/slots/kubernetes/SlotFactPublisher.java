package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.decide.SlotPausePod;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.state.SlotIndex;
import dev.edgewise.scheduler.slots.state.SlotPausePodsByNode;
import dev.edgewise.scheduler.slots.state.TestbedSlots;
import dev.edgewise.scheduler.state.ClusterFeed;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Publishes the slots and claims of each testbed as facts of the scheduler's state. Placement goes by these facts, so
 * each replica publishes them, not only the leader. Thread-safe.
 */
final class SlotFactPublisher {
    private final SlotCache cache;
    private final ClusterFeed feed;
    /** The uids of the published testbeds, by namespace. */
    private final Map<String, Set<String>> shown = new HashMap<>();

    /** The kinds whose definitions are not installed. */
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    SlotFactPublisher(SlotCache cache, ClusterFeed feed) {
        this.cache = cache;
        this.feed = feed;
    }

    /** Notes whether the definition of a kind is installed. */
    void served(String kind, boolean isServed) {
        if (isServed) {
            missing.remove(kind);
        } else {
            missing.add(kind);
        }
    }

    /** Returns the kinds of batch slots whose definitions are not installed. */
    Set<String> missing() {
        return new TreeSet<>(missing);
    }

    /** Publishes the pause pod of that name as it is now, or removes its fact if there is none. */
    synchronized void showPausePod(ObjectKey key) {
        SlotPausePod pausePod = cache.pausePod(key);
        feed.fact(SlotPausePodsByNode.FACT, all -> pausePod == null ? all.without(key) : all.with(pausePod));
    }

    /**
     * Publishes the testbeds of the namespace as they are now. While its ledger cannot be read, the facts stay as they
     * are.
     */
    synchronized void show(String namespace) {
        ClaimLedger claims = cache.read(namespace, objects -> objects.ledger().claims());
        if (claims == null) {
            return;
        }
        List<Testbed> testbeds = cache.read(namespace, objects -> objects.testbeds.all());
        Set<String> gone = new HashSet<>(shown.getOrDefault(namespace, Set.of()));
        Set<String> now = new HashSet<>();
        for (Testbed testbed : testbeds) {
            now.add(testbed.uid());
            TestbedSlots slots = TestbedSlots.of(testbed, claims, isHeld(testbed));
            feed.fact(SlotIndex.FACT, index -> index.with(slots));
        }
        gone.removeAll(now);
        gone.forEach(uid -> feed.fact(SlotIndex.FACT, index -> index.without(uid)));
        shown.put(namespace, now);
    }

    /**
     * Returns whether the slots of a testbed reserve capacity. An idle testbed reserves none: then no slot is held in
     * its status, which the leader writes.
     */
    private static boolean isHeld(Testbed testbed) {
        List<Slot> slots = testbed.status().slots();
        return slots.isEmpty() || slots.stream().anyMatch(Slot::held);
    }
}
