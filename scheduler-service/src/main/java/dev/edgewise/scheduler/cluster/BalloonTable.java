package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.protection.Balloon;
import dev.edgewise.scheduler.protection.BalloonPlan;
import dev.edgewise.scheduler.protection.Demand;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The balloons of all nodes. Those that are released hold no room: what restarts is not bound before they are deleted. Not thread-safe. */
final class BalloonTable {
    private final Map<PodKey, Balloon> holding = new HashMap<>();
    private final Map<PodKey, Balloon> released = new HashMap<>();
    private final Map<String, Demand> byNode = new HashMap<>();

    /** What those of the node hold. */
    Demand of(String node) {
        return byNode.getOrDefault(node, Demand.NONE);
    }

    List<Balloon> holding() {
        return List.copyOf(holding.values());
    }

    List<Balloon> released() {
        return List.copyOf(released.values());
    }

    /** Returns that which bore its name before. */
    @Nullable
    Balloon put(Balloon balloon) {
        Balloon known = released.get(balloon.key());
        if (known != null && known.uid().equals(balloon.uid())) {
            return null;
        }
        Balloon before = remove(balloon.key());
        holding.put(balloon.key(), balloon);
        byNode.merge(balloon.node(), balloon.room(), Demand::plus);
        return before;
    }

    /** Returns what was there. */
    @Nullable
    Balloon remove(PodKey key) {
        released.remove(key);
        Balloon before = holding.remove(key);
        if (before != null) {
            Demand rest = of(before.node()).minus(before.room());
            if (rest.isNone()) {
                byNode.remove(before.node());
            } else {
                byNode.put(before.node(), rest);
            }
        }
        return before;
    }

    /** From now on those of the node that hold more than that hold nothing. */
    void release(String node, Demand kept) {
        List<Balloon> there = holding.values().stream()
                .filter(balloon -> balloon.node().equals(node))
                .toList();
        for (Balloon balloon : BalloonPlan.beyond(kept, there)) {
            remove(balloon.key());
            released.put(balloon.key(), balloon);
        }
    }

    /** All hold room again; those that did not. */
    Collection<Balloon> holdAll() {
        List<Balloon> again = released();
        released.clear();
        again.forEach(this::put);
        return again;
    }
}
