package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.state.protection.BalloonPlan;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The balloons of all nodes. Released balloons hold no capacity: restarted pods are not bound before these are deleted.
 * Not thread-safe.
 */
final class BalloonTable {
    /** The room that balloons hold, by node; those that are to be deleted included. */
    static final FactKey<PMap<String, ResourceDemand>> HELD_BY_NODE =
            FactKey.of("held by balloons", HashTreePMap.empty());

    private final Map<PodKey, Balloon> holding = new HashMap<>();
    private final Map<PodKey, Balloon> released = new HashMap<>();
    private final Map<String, ResourceDemand> byNode = new HashMap<>();
    /** Capacity that released balloons hold beyond the restarts, by node, until they are gone. */
    private final Map<String, ResourceDemand> heldBeyondRestarts = new HashMap<>();
    /** Capacity that all balloons of a node hold, released ones included. */
    private PMap<String, ResourceDemand> heldByAll = HashTreePMap.empty();

    /** Returns the capacity that the balloons of the node hold. */
    ResourceDemand of(String node) {
        ResourceDemand held = byNode.getOrDefault(node, ResourceDemand.NONE);
        ResourceDemand beyond = heldBeyondRestarts.get(node);
        return beyond == null ? held : held.plus(beyond);
    }

    List<Balloon> holding() {
        return List.copyOf(holding.values());
    }

    List<Balloon> released() {
        return List.copyOf(released.values());
    }

    /**
     * Returns the capacity that all balloons of each node hold, released or not: a node refuses pods that do not fit
     * beside them.
     */
    PMap<String, ResourceDemand> heldByAll() {
        return heldByAll;
    }

    /** Adds a balloon; returns the one that had its name before. */
    @Nullable
    Balloon put(Balloon balloon) {
        Balloon known = released.get(balloon.key());
        if (known != null && known.uid().equals(balloon.uid())) {
            return null;
        }
        Balloon before = remove(balloon.key());
        if (before == null) {
            // The balloon that was about to be created there.
            remove(Balloon.expectedKey(balloon.node()));
        }
        holding.put(balloon.key(), balloon);
        byNode.merge(balloon.node(), balloon.room(), ResourceDemand::plus);
        addHeld(balloon);
        return before;
    }

    /** Removes a balloon; returns it if it was known. */
    @Nullable
    Balloon remove(PodKey key) {
        Balloon left = released.remove(key);
        if (left != null) {
            subtractHeld(left);
            if (released.values().stream().noneMatch(one -> one.node().equals(left.node()))) {
                heldBeyondRestarts.remove(left.node());
            }
            return left;
        }
        Balloon before = holding.remove(key);
        if (before != null) {
            subtractHeld(before);
            ResourceDemand rest =
                    byNode.getOrDefault(before.node(), ResourceDemand.NONE).minus(before.room());
            if (rest.isNone()) {
                byNode.remove(before.node());
            } else {
                byNode.put(before.node(), rest);
            }
        }
        return before;
    }

    /**
     * Releases balloons of the node that hold more than {@code kept}; they then hold only what remains when pods have
     * restarted on their capacity. A balloon that is not created yet is not waited for.
     *
     * @param restarting what reservations need on the node for what restarts
     */
    void release(String node, ResourceDemand kept, ResourceDemand restarting) {
        List<Balloon> held = holding.values().stream()
                .filter(balloon -> balloon.node().equals(node))
                .toList();
        for (Balloon balloon : BalloonPlan.beyond(kept, held)) {
            remove(balloon.key());
            if (!balloon.uid().isEmpty()) {
                released.put(balloon.key(), balloon);
                addHeld(balloon);
            }
        }
        ResourceDemand gone = released.values().stream()
                .filter(balloon -> balloon.node().equals(node))
                .map(Balloon::room)
                .reduce(ResourceDemand.NONE, ResourceDemand::plus);
        if (!gone.isNone()) {
            heldBeyondRestarts.put(node, remainderAfter(gone, restarting));
        }
    }

    private void addHeld(Balloon balloon) {
        heldByAll = heldByAll.plus(
                balloon.node(),
                heldByAll.getOrDefault(balloon.node(), ResourceDemand.NONE).plus(balloon.room()));
    }

    private void subtractHeld(Balloon balloon) {
        ResourceDemand rest =
                heldByAll.getOrDefault(balloon.node(), ResourceDemand.NONE).minus(balloon.room());
        heldByAll = rest.isNone() ? heldByAll.minus(balloon.node()) : heldByAll.plus(balloon.node(), rest);
    }

    /**
     * Returns the remainder after the restarts; remaining resources count as one pod, even if more pods restart than
     * held them.
     */
    private static ResourceDemand remainderAfter(ResourceDemand gone, ResourceDemand restarting) {
        ResourceDemand rest = gone.max(restarting).minus(restarting);
        return rest.isNone() && !rest.resources().isNone() ? new ResourceDemand(rest.resources(), 1) : rest;
    }

    /** Makes all balloons hold capacity again, and returns those that did not. */
    Collection<Balloon> holdAllAgain() {
        List<Balloon> again = released();
        again.forEach(this::subtractHeld);
        released.clear();
        heldBeyondRestarts.clear();
        again.forEach(this::put);
        return again;
    }
}
