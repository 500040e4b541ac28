package dev.edgewise.scheduler.failover;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.cycle.BalloonWriter;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.protection.Balloon;
import dev.edgewise.scheduler.protection.BalloonPlan;
import dev.edgewise.scheduler.protection.Demand;
import dev.edgewise.scheduler.recovery.AddedReserve;
import dev.edgewise.scheduler.recovery.Backups;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Has balloons hold what nodes keep, where this replica decides, so that other schedulers leave that room free. They follow what is kept, and nothing follows from
 * them but that what they hold is taken. For one thread.
 */
final class BalloonKeeper {
    /** So many nodes get writes in a step at most, those that had none for longest. */
    private static final int BATCH = 10;
    /** Until the next one is created on the same node: amounts change with many decisions. */
    private static final Duration REST = Duration.ofSeconds(2);
    /** One that is there after that is not ended at once. */
    private static final Duration STAYS = Duration.ofSeconds(10);

    private final ClusterState state;
    private final Supplier<Snapshot> snapshots;
    private final Consumer<Runnable> betweenDecisions;
    private final BooleanSupplier decides;
    private final BalloonWriter writer;
    private final boolean wanted;
    private final Ticker ticker;
    private final Map<String, NodeHistory> histories = new HashMap<>();
    private final BalloonLeftovers leftovers;

    private record Change(String node, NodeHistory history, BalloonPlan plan) {}

    private static final class NodeHistory extends WriteHistory {
        /** The uid of the last one that was created; empty for none. */
        String last = "";

        NodeHistory(Ticker ticker) {
            super(ticker);
        }
    }

    /**
     * @param snapshots the cluster as it is now
     * @param betweenDecisions runs work while no decision is under way
     * @param decides whether this replica leads and knows all that was decided before; asked before each write
     * @param wanted false where there are to be none
     */
    BalloonKeeper(
            ClusterState state,
            Supplier<Snapshot> snapshots,
            LiveClusterFeed feed,
            Consumer<Runnable> betweenDecisions,
            BooleanSupplier decides,
            BalloonWriter writer,
            boolean wanted,
            Ticker ticker) {
        this.state = state;
        this.snapshots = snapshots;
        this.betweenDecisions = betweenDecisions;
        this.decides = decides;
        this.writer = writer;
        this.wanted = wanted;
        this.ticker = ticker;
        this.leftovers = new BalloonLeftovers(state, feed, decides, writer, ticker);
    }

    /** Writes some of what has changed. To be called a few times a second. */
    void step() {
        if (!decides.getAsBoolean()) {
            histories.clear();
            leftovers.forget();
            return;
        }
        List<Balloon> balloons = state.balloons();
        List<Balloon> released = state.releasedBalloons();
        if (!wanted && balloons.isEmpty() && released.isEmpty()) {
            return;
        }
        leftovers.remove(balloons, released);
        List<Change> due = due(state.balloons(), nodesOf(released));
        due.sort(Comparator.comparing((Change change) -> change.history().sinceWrite())
                .reversed());
        due.subList(0, Math.min(due.size(), BATCH)).forEach(this::apply);
    }

    private static Set<String> nodesOf(List<Balloon> balloons) {
        return balloons.stream().map(Balloon::node).collect(Collectors.toSet());
    }

    /** @param released nodes whose balloons give way: what is missing is created once these are gone */
    private List<Change> due(List<Balloon> balloons, Set<String> released) {
        Map<String, Demand> kept = kept();
        Map<String, List<Balloon>> present = balloons.stream().collect(Collectors.groupingBy(Balloon::node));
        Set<String> nodes = new HashSet<>(kept.keySet());
        nodes.addAll(present.keySet());
        histories.keySet().retainAll(nodes);
        List<Change> due = new ArrayList<>();
        for (String node : nodes) {
            NodeHistory history = histories.computeIfAbsent(node, first -> new NodeHistory(ticker));
            List<Balloon> there = present.getOrDefault(node, List.of());
            if (history.sinceWrite().compareTo(STAYS) >= 0
                    && there.stream().anyMatch(balloon -> balloon.uid().equals(history.last) && balloon.accepted())) {
                history.settle();
            }
            Demand keeps = kept.getOrDefault(node, Demand.NONE);
            BalloonPlan plan = BalloonPlan.of(keeps, there);
            boolean mayCreate = !released.contains(node) && history.isDue(REST);
            if (!plan.isNone() && (plan.missing().isNone() || mayCreate)) {
                due.add(new Change(node, history, plan));
            }
        }
        return due;
    }

    /** By node. Between decisions no backup is about to be replaced. */
    private Map<String, Demand> kept() {
        Map<String, Demand> kept = new HashMap<>();
        if (wanted) {
            betweenDecisions.accept(() -> {
                Snapshot snapshot = snapshots.get();
                snapshot.covers().byBackup().forEach((node, cover) -> {
                    NodeState backup = snapshot.node(node);
                    if (backup != null && Backups.mayStandIn(backup)) {
                        kept.put(node, cover.reserve());
                    }
                });
            });
        }
        return kept;
    }

    private void apply(Change change) {
        deleteAll(change);
        Resources missing = change.plan().missing();
        if (missing.isNone() || !decides.getAsBoolean()) {
            return;
        }
        Balloon expected = Balloon.expected(change.node(), new Demand(missing, 1));
        change.history().lookAt();
        if (takesRoom(expected, change.plan())) {
            change.history().begin();
            Balloon created = writer.create(expected.node(), missing);
            // What is known of it comes by the watch alone, which also brings that its node refused it.
            change.history().last = created == null ? "" : created.uid();
            if (created != null) {
                leftovers.created(created);
            }
        }
    }

    /** Nodes whose balloons cannot be deleted do not go before others for ever. */
    private void deleteAll(Change change) {
        if (change.plan().redundant().isEmpty()) {
            return;
        }
        change.history().begin();
        boolean all = true;
        for (Balloon balloon : change.plan().redundant()) {
            all &= leftovers.delete(balloon);
        }
        if (all) {
            change.history().settle();
        }
    }

    /** Whether it is still missing, and there is room for it, to which from now on nothing is bound. */
    private boolean takesRoom(Balloon expected, BalloonPlan plan) {
        betweenDecisions.accept(() -> {
            Snapshot snapshot = snapshots.get();
            NodeState node = snapshot.node(expected.node());
            Demand kept = snapshot.covers().of(expected.node()).reserve();
            List<Balloon> there = state.balloons().stream()
                    .filter(balloon -> balloon.node().equals(expected.node()))
                    .toList();
            // What is kept is free for it, unless others have taken that.
            Resources besides = plan.replaces() ? expected.room().resources() : Resources.NONE;
            int places = there.size() < kept.pods() ? 0 : 1;
            if (node != null
                    && BalloonPlan.of(kept, there).equals(plan)
                    && !AddedReserve.isOvercommitted(node)
                    && AddedReserve.fits(node, new Demand(besides, places))) {
                state.putBalloon(expected);
            }
        });
        return state.balloons().contains(expected);
    }
}
