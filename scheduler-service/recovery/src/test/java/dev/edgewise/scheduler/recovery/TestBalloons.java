package dev.edgewise.scheduler.recovery;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.plugins.recovery.BalloonWriter;
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
final class TestBalloons implements BalloonWriter {
    final Map<PodKey, Balloon> present = new LinkedHashMap<>();
    boolean creates = true;
    /** Whether nodes take them on at once. */
    boolean accepts = true;

    boolean deletes = true;
    /** The time until the answer to a deletion. */
    Duration deletionTakes = Duration.ZERO;

    boolean guards = true;
    int lookedForEnded;
    private final Scenario scenario;
    private final List<String> written;
    private int created;

    /** @param written gets what is done, in order */
    TestBalloons(Scenario scenario, List<String> written) {
        this.scenario = scenario;
        this.written = written;
    }

    @Override
    public @Nullable Balloon create(String node, Resources room) {
        String name = "balloon-" + node + "-" + created++;
        written.add((creates ? "create " : "refuse ") + name + " " + (room.memory() >> 30) + "Gi");
        return creates ? put(name, node, room) : null;
    }

    Balloon put(String name, String node, Resources room) {
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
    void accept() {
        present.replaceAll((key, one) -> new Balloon(key, one.uid(), one.node(), one.room(), true));
        present.values().forEach(scenario.feed::balloon);
    }

    /** Ends the balloon as its node, or a person, does. */
    void end(Balloon balloon) {
        present.remove(balloon.key());
        scenario.feed.podGone(balloon.key());
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
    long held(String node) {
        return present.values().stream()
                        .filter(balloon -> balloon.node().equals(node))
                        .mapToLong(balloon -> balloon.room().resources().memory())
                        .sum()
                >> 30;
    }
}
