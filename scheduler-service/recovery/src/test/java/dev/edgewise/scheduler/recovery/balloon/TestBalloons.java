package dev.edgewise.scheduler.recovery.balloon;

import dev.edgewise.common.Names;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.plugins.recovery.BalloonWriter;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import dev.edgewise.scheduler.testing.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The balloons of a cluster, whose watch brings each change at once. */
public final class TestBalloons implements BalloonWriter {
    public final Map<PodKey, Balloon> present = new LinkedHashMap<>();
    public boolean creates = true;
    /** Whether nodes take them on at once. */
    public boolean accepts = true;

    public boolean deletes = true;
    /** The time until the answer to a deletion. */
    public Duration deletionTakes = Duration.ZERO;

    /** Whether the watch does not bring deletions yet. */
    public boolean watchIsLate;

    public boolean guards = true;
    public int lookedForEnded;
    private final Scenario scenario;
    private final List<String> written;
    private int created;

    /** @param written gets what is done, in order */
    public TestBalloons(Scenario scenario, List<String> written) {
        this.scenario = scenario;
        this.written = written;
    }

    @Override
    public @Nullable Balloon create(String node, Resources room) {
        String name = "balloon-" + node + "-" + created++;
        written.add((creates ? "create " : "refuse ") + name + " " + (room.memory() >> 30) + "Gi");
        return creates ? put(name, node, room) : null;
    }

    public Balloon put(String name, String node, Resources room) {
        Balloon balloon =
                new Balloon(new PodKey("edgewise", name), "uid-of-" + name, node, new ResourceDemand(room, 1), accepts);
        present.put(balloon.key(), balloon);
        scenario.feed.balloon(balloon);
        return balloon;
    }

    @Override
    public boolean delete(Balloon balloon) {
        scenario.pass(deletionTakes);
        if (deletes) {
            written.add("delete " + balloon.key().name());
            end(balloon);
        }
        return deletes;
    }

    /** Lets the nodes accept all balloons. */
    public void accept() {
        present.replaceAll((key, one) -> new Balloon(key, one.uid(), one.node(), one.room(), true));
        present.values().forEach(scenario.feed::balloon);
    }

    /** Ends the balloon as its node, or a person, does. */
    public void end(Balloon balloon) {
        present.remove(balloon.key());
        if (!watchIsLate) {
            scenario.feed.podGone(balloon.key());
        }
    }

    @Override
    public void guard(String node, boolean away) {
        written.add((away ? "guard " : "unguard ") + node);
        if (guards) {
            Node known = Objects.requireNonNull(scenario.state.node(node));
            List<Taint> taints = new ArrayList<>(known.taints());
            taints.removeIf(Taint::isForOthers);
            if (away) {
                taints.add(new Taint(Names.RESTARTING_TAINT, "", Taint.Effect.NO_SCHEDULE));
            }
            scenario.feed.node(new Node(
                    known.name(),
                    known.labels(),
                    known.unschedulable(),
                    taints,
                    known.allocatable(),
                    known.maxPods(),
                    known.images(),
                    known.features()));
        }
    }

    @Override
    public boolean deleteEnded() {
        lookedForEnded++;
        return true;
    }

    /** Returns the memory that balloons hold on the node, in GiB. */
    public long held(String node) {
        return present.values().stream()
                        .filter(balloon -> balloon.node().equals(node))
                        .mapToLong(balloon -> balloon.room().resources().memory())
                        .sum()
                >> 30;
    }

    /** Returns the steps of a leader that keeps these balloons, or deletes them if there are to be none. */
    public Runnable reconciler(boolean wanted) {
        return reconciler(scenario.state, scenario.decisions, this, wanted, scenario.ticker);
    }

    /** Returns the steps of a leader that keeps balloons by that writer. */
    public static Runnable reconciler(
            ClusterState state, SchedulingLoopAccess decisions, BalloonWriter writer, boolean wanted, Ticker ticker) {
        return new BalloonReconciler(state, decisions, writer, wanted, ticker)::step;
    }
}
