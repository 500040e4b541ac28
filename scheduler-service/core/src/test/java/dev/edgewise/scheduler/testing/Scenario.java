package dev.edgewise.scheduler.testing;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.cycle.ConcurrentBindings;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.cycle.PreBind;
import dev.edgewise.scheduler.cycle.SchedulingCycle;
import dev.edgewise.scheduler.cycle.SchedulingCycleDependencies;
import dev.edgewise.scheduler.cycle.UnansweredBindings;
import dev.edgewise.scheduler.cycle.UnreadablePods;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.queue.PodTakenFromQueue;
import dev.edgewise.scheduler.queue.QueueObserver;
import dev.edgewise.scheduler.queue.QueueWaitingTimes;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A whole scheduler without a cluster, one step at a time: {@code new Scenario(profile, 7).nodes(…).pods(…).run()}. The
 * objects of one call arrive in an order that the seed shuffles. Its pods ask for scheduler {@code edgewise}.
 */
public final class Scenario {
    public final TestClock clock = new TestClock();
    public final ManualTicker ticker = new ManualTicker();
    public final RecordingPorts recorded = new RecordingPorts();
    public final ClusterState state;
    public final SchedulingQueue queue = new SchedulingQueue(ticker, QueueWaitingTimes.STOCK, QueueObserver.NONE);
    /** Pods of ours that another scheduler bound. */
    public final List<String> foreign = new ArrayList<>();

    public final LiveClusterFeed feed;
    private final Random random;
    public final SchedulingCycle cycle;
    public final TestDecisions decisions;

    public Scenario(Profile profile, long seed) {
        this(profile, seed, ProtectionRules.NONE);
    }

    /** @param rules which pods are protected */
    public Scenario(Profile profile, long seed, ProtectionRules rules) {
        state = new ClusterState(clock, name -> false, rules);
        random = new Random(seed);
        ConcurrentBindings bindings = new ConcurrentBindings(Runnable::run, 64);
        UnansweredBindings unanswered = new UnansweredBindings(ticker);
        SchedulingCycleDependencies ports = recorded.ports(PreBind.NONE, unanswered.of(recorded));
        cycle = new SchedulingCycle(state, queue, Map.of("edgewise", profile), ports, bindings, clock, ticker, random);
        decisions = new TestDecisions(cycle);
        feed = new LiveClusterFeed(
                state,
                queue,
                "edgewise"::equals,
                unanswered.without(pod -> foreign.add(pod.key().name()), recorded::scheduled),
                new UnreadablePods(recorded::failed),
                cycle::capacityFreed);
    }

    public Scenario nodes(TestNodes.Builder... nodes) {
        shuffled(nodes).forEach(node -> feed.node(node.build()));
        return this;
    }

    public Scenario pods(TestPods.Builder... pods) {
        shuffled(pods).forEach(pod -> feed.pod(pod.build()));
        return this;
    }

    public Scenario gone(String... pods) {
        shuffled(pods).forEach(pod -> feed.podGone(new PodKey("default", pod)));
        return this;
    }

    /** Decides until no pod is ready. */
    public Scenario run() {
        for (PodTakenFromQueue next = take(); next != null; next = take()) {
            cycle.run(next);
        }
        return this;
    }

    /** Lets time pass, by both clocks. */
    public Scenario pass(Duration duration) {
        clock.advance(duration);
        ticker.advance(duration);
        return this;
    }

    /** Lets time pass, then decides until no pod is ready. */
    public Scenario runAfter(Duration duration) {
        return pass(duration).run();
    }

    /** The API server tells what was bound. */
    public Scenario confirm() {
        for (Pod pod : state.pods()) {
            if (state.isAssumed(pod.key()) && recorded.bindings.contains(pod.uid())) {
                feed.pod(pod);
            }
        }
        return this;
    }

    public String nodeOf(String pod) {
        return recorded.bound.get(pod);
    }

    private PodTakenFromQueue take() {
        try {
            return queue.take(Duration.ZERO);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private <T> List<T> shuffled(T[] elements) {
        List<T> list = new ArrayList<>(List.of(elements));
        Collections.shuffle(list, random);
        return list;
    }
}
