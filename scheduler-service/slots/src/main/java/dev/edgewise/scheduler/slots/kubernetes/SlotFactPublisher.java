package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.slots.claims.Claims;
import dev.edgewise.scheduler.slots.decide.GhostPod;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.state.SlotGhosts;
import dev.edgewise.scheduler.slots.state.SlotIndex;
import dev.edgewise.scheduler.slots.state.TestbedSlots;
import dev.edgewise.scheduler.state.ClusterFeed;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Shows the state of the scheduler the slots and claims of each testbed, on each replica. Thread-safe. */
final class SlotFactPublisher {
    private final SlotCache cache;
    private final ClusterFeed feed;
    /** The uids of the testbeds that are shown, by namespace. */
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

    /** Shows the ghost pod of that name as it is now, or that there is none. */
    synchronized void showGhost(ObjectKey key) {
        GhostPod ghost = cache.ghost(key);
        feed.fact(SlotGhosts.FACT, ghosts -> ghost == null ? ghosts.without(key) : ghosts.with(ghost));
    }

    /** Shows the testbeds of the namespace as they are now. While its ledger cannot be read, it stays as it was. */
    synchronized void show(String namespace) {
        Claims claims = cache.read(namespace, objects -> objects.ledger().claims());
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

    /** An idle testbed releases the room of all of its slots at once; the leader says so in its status. */
    private static boolean isHeld(Testbed testbed) {
        List<Slot> slots = testbed.status().slots();
        return slots.isEmpty() || slots.stream().anyMatch(Slot::held);
    }
}
