package dev.edgewise.scheduler.recovery.balloon;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.plugins.recovery.AddedReserve;
import dev.edgewise.scheduler.plugins.recovery.BalloonWriter;
import dev.edgewise.scheduler.plugins.recovery.NodeSearchWithBackup;
import dev.edgewise.scheduler.recovery.IneffectiveWriteBackoff;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.state.protection.BalloonPlan;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Creates and deletes balloons so that they hold the reserves of nodes, while this replica decides: other schedulers
 * then leave that capacity free. Balloons follow the reserves; the only effect of a balloon is that its capacity is
 * occupied. For one thread.
 */
final class BalloonReconciler {
    /** The maximum number of nodes with writes in one step; nodes with the longest time since a write come first. */
    private static final int BATCH = 10;
    /** The minimum time between two creations on the same node, as amounts change with many decisions. */
    private static final Duration CREATION_INTERVAL = Duration.ofSeconds(2);
    /** The time after which a balloon that still exists counts as accepted by its node. */
    private static final Duration ACCEPTED_AFTER = Duration.ofSeconds(10);

    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final BalloonWriter writer;
    private final boolean wanted;
    private final Ticker ticker;
    private final Map<String, NodeHistory> histories = new HashMap<>();
    private final BalloonGarbageCollector garbage;

    /**
     * A node's reserve and the balloons that hold it.
     *
     * @param isReleasing whether other balloons there are being released: until they are gone, nothing is changed
     */
    private record NodeBalloons(ResourceDemand kept, List<Balloon> balloons, boolean isReleasing) {
        BalloonPlan plan() {
            return isReleasing ? BalloonPlan.NOTHING : BalloonPlan.of(kept, balloons);
        }

        boolean isAccepted(String uid) {
            return balloons.stream()
                    .anyMatch(balloon -> balloon.accepted() && balloon.uid().equals(uid));
        }
    }

    /** @param sinceWrite time since the last write, read once: a sort must not compare by a clock that runs */
    private record Change(String node, NodeHistory history, BalloonPlan plan, Duration sinceWrite) {
        /** Returns the current plan if it is of the same kind, else none. */
        BalloonPlan now(NodeBalloons held) {
            BalloonPlan now = held.plan();
            boolean isSame = now.missing().isNone() == plan.missing().isNone() && now.replaces() == plan.replaces();
            return isSame ? now : BalloonPlan.NOTHING;
        }
    }

    /** Sorts balloons that shrink last, as their nodes may never have room for the replacement. */
    private static final Comparator<Change> MOST_URGENT_FIRST = Comparator.comparing(
                    (Change change) -> change.plan().replaces())
            .thenComparing(Change::sinceWrite, Comparator.reverseOrder());

    private static final class NodeHistory extends IneffectiveWriteBackoff {
        /** The uid of the last created balloon; empty for none. */
        String last = "";

        NodeHistory(Ticker ticker) {
            super(ticker);
        }
    }

    /**
     * @param wanted false where there are to be none
     */
    BalloonReconciler(
            ClusterState state, SchedulingLoopAccess decisions, BalloonWriter writer, boolean wanted, Ticker ticker) {
        this.state = state;
        this.decisions = decisions;
        this.writer = writer;
        this.wanted = wanted;
        this.ticker = ticker;
        this.garbage = new BalloonGarbageCollector(state, decisions, writer, ticker);
    }

    /** Writes some of what has changed. To be called a few times a second. */
    void step() {
        if (!decisions.isActive()) {
            histories.clear();
            garbage.forget();
            return;
        }
        List<Balloon> balloons = state.protection().balloons();
        List<Balloon> released = state.protection().releasedBalloons();
        if (!wanted && balloons.isEmpty() && released.isEmpty()) {
            return;
        }
        garbage.remove(balloons, released);
        List<Change> due = due(look());
        due.sort(MOST_URGENT_FIRST);
        due.subList(0, Math.min(due.size(), BATCH)).forEach(this::apply);
    }

    private List<Change> due(Map<String, NodeBalloons> nodes) {
        histories.keySet().retainAll(nodes.keySet());
        List<Change> due = new ArrayList<>();
        nodes.forEach((node, held) -> {
            NodeHistory history = histories.computeIfAbsent(node, first -> new NodeHistory(ticker));
            if (history.sinceWrite().compareTo(ACCEPTED_AFTER) >= 0 && held.isAccepted(history.last)) {
                history.confirmEffect();
            }
            BalloonPlan plan = held.plan();
            if (!plan.isNone() && (plan.missing().isNone() || history.isDue(CREATION_INTERVAL))) {
                due.add(new Change(node, history, plan, history.sinceWrite()));
            }
        });
        return due;
    }

    /**
     * Returns all nodes that have a reserve or balloons. Between decisions no backup is about to be replaced, and no
     * balloon to be released.
     */
    private Map<String, NodeBalloons> look() {
        Map<String, NodeBalloons> nodes = new HashMap<>();
        decisions.exclusively(() -> {
            Snapshot snapshot = decisions.snapshot();
            Map<String, List<Balloon>> balloons = byNode(state.protection().balloons());
            Set<String> released = byNode(state.protection().releasedBalloons()).keySet();
            Stream.concat(
                            wanted ? snapshot.get(BackupIndex.FACT).backups().stream() : Stream.of(),
                            balloons.keySet().stream())
                    .forEach(node -> nodes.put(
                            node,
                            new NodeBalloons(
                                    kept(node, snapshot),
                                    balloons.getOrDefault(node, List.of()),
                                    released.contains(node))));
        });
        return nodes;
    }

    /** Returns the same for one node; called between decisions. */
    private NodeBalloons look(String node, Snapshot snapshot) {
        List<Balloon> balloons = byNode(state.protection().balloons()).getOrDefault(node, List.of());
        return new NodeBalloons(
                kept(node, snapshot),
                balloons,
                byNode(state.protection().releasedBalloons()).containsKey(node));
    }

    private static Map<String, List<Balloon>> byNode(List<Balloon> balloons) {
        return balloons.stream().collect(Collectors.groupingBy(Balloon::node));
    }

    private ResourceDemand kept(String name, Snapshot snapshot) {
        NodeState node = snapshot.node(name);
        return wanted && node != null && NodeSearchWithBackup.mayBeBackup(node)
                ? snapshot.get(BackupIndex.FACT).of(name).reserve()
                : ResourceDemand.NONE;
    }

    /**
     * Applies the change. It is looked up again, as decisions and failures have continued while other changes were
     * written.
     */
    private void apply(Change change) {
        change.history().restartInterval();
        if (change.plan().missing().isNone()) {
            List<Balloon> redundant = new ArrayList<>();
            decisions.exclusively(() -> redundant.addAll(
                    change.now(look(change.node(), decisions.snapshot())).redundant()));
            deleteAll(redundant, change.history());
        } else if (decisions.isActive()) {
            create(change);
        }
    }

    private void create(Change change) {
        Balloon expected = takesRoom(change);
        if (expected != null) {
            change.history().recordWrite();
            Balloon created = writer.create(expected.node(), expected.room().resources());
            // What is known of it comes by the watch alone, which also brings that its node refused it.
            change.history().last = created == null ? "" : created.uid();
            if (created != null) {
                garbage.created(created);
            }
        }
    }

    /** Deletes the balloons; nodes whose balloons cannot be deleted do not go before others for ever. */
    private void deleteAll(List<Balloon> redundant, NodeHistory history) {
        if (redundant.isEmpty()) {
            return;
        }
        history.recordWrite();
        boolean all = true;
        for (Balloon balloon : redundant) {
            all &= garbage.delete(balloon);
        }
        if (all) {
            history.confirmEffect();
        }
    }

    /**
     * Reserves the missing amount for a balloon, so that nothing is bound to it from now on; null if the node lacks
     * capacity.
     */
    private @Nullable Balloon takesRoom(Change change) {
        AtomicReference<@Nullable Balloon> taken = new AtomicReference<>();
        decisions.exclusively(() -> {
            Snapshot snapshot = decisions.snapshot();
            NodeState node = snapshot.node(change.node());
            NodeBalloons held = look(change.node(), snapshot);
            BalloonPlan plan = change.now(held);
            if (node != null && !plan.missing().isNone() && hasRoom(node, held, plan)) {
                Balloon expected = Balloon.expected(change.node(), new ResourceDemand(plan.missing(), 1));
                state.protection().put(expected);
                taken.set(expected);
            }
        });
        return taken.get();
    }

    /** Returns whether the balloon fits: the node's reserve is free for it, unless other pods have taken that. */
    private static boolean hasRoom(NodeState node, NodeBalloons held, BalloonPlan plan) {
        Resources besides = plan.replaces() ? plan.missing() : Resources.NONE;
        int places = held.balloons().size() < held.kept().pods() ? 0 : 1;
        return !AddedReserve.isOvercommitted(node) && AddedReserve.fits(node, new ResourceDemand(besides, places));
    }
}
