package dev.edgewise.networkprobe.peers;

import dev.edgewise.networkprobe.estimation.Neighbour;
import dev.edgewise.networkprobe.estimation.NodePair;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides which peers each node measures. Called once a round; what the agents report meanwhile goes to the {@link
 * RttEstimator}, from which the planner learns what to ask next. A small cluster measures everyone. In a larger one a
 * new node first measures three landmarks and two candidates for a mate at its site; what remains of its budget goes,
 * window by window, to the pairs of sites of which a measurement gains most. Confined to the thread of the estimator.
 */
public final class PeerPlanner implements RttMeasurementPlanner {
    /** A full mesh stays one for an eighth more nodes: one that comes and goes does not change all lists. */
    private static final int STAYS = 8;
    /** Largest full mesh: with more nodes a list of all others would exceed its maximum length. */
    private static final int LARGEST_MESH = PeersProperties.MOST + 1;

    private final PeersProperties settings;
    private final RttEstimator estimator;
    private final ProbeTargets targets;
    private final NewNodeProbePhase joining;
    private final ProbeBudgetAllocator budget;
    private final PendingReprobes answers;
    private @Nullable Instant windowStart;
    private boolean fullMesh;
    private int step;

    /** @param measurers how many nodes may measure one in a large cluster */
    public PeerPlanner(
            PeersProperties settings, MaxMeasurers measurers, RttEstimator estimator, RandomGenerator random) {
        this.settings = settings;
        this.estimator = estimator;
        this.targets = new ProbeTargets(settings.perNode(), measurers);
        this.joining = new NewNodeProbePhase(estimator, measurers, random);
        this.budget = new ProbeBudgetAllocator(estimator, settings, random);
        this.answers = new PendingReprobes(estimator);
    }

    /**
     * The peers of each node for this round, and so until the next call. A list changes by a few peers at a time.
     * Refreshes the estimator when it takes a step.
     *
     * @param nodes the healthy nodes; others neither measure nor are measured
     * @param now the time, never before that of the last call
     * @return for each node at most {@code perNode} others, or all others in a small cluster
     */
    @Override
    public Map<String, List<String>> plan(Collection<String> nodes, Instant now) {
        SortedSet<String> names = new TreeSet<>(nodes);
        fullMesh = names.size() <= (fullMesh ? staysUpTo() : settings.fullMeshUpTo());
        if (fullMesh) {
            estimator.refresh(now);
            return everyone(names);
        }
        joining.left(targets.update(names, estimator), targets);
        boolean introducing = joining.advance(targets, now);
        if (isDue(now) && !(introducing && windowStart == null)) {
            takeStep(now);
        }
        return targets.peers();
    }

    /** Whether the first window is over: until then estimates are few and most have no upper bound. */
    @Override
    public boolean isWarm() {
        return fullMesh || windowStart != null;
    }

    @Override
    public void report(String from, String to, long micros, Instant at) {
        estimator.report(from, to, micros, at);
    }

    @Override
    public Set<String> silent(String from, String to, Instant at) {
        if (!estimator.silent(from, to, at)) {
            return Set.of();
        }
        Set<String> nodes = new HashSet<>(estimator.mates(from));
        nodes.addAll(estimator.mates(to));
        return nodes;
    }

    @Override
    public boolean isSilent(String from, String to) {
        return estimator.isSilent(from, to);
    }

    @Override
    public List<Neighbour> nearest(String from, int most, Predicate<String> wanted) {
        return estimator.nearest(from, most, wanted);
    }

    @Override
    public void remove(String node) {
        estimator.remove(node);
    }

    private int staysUpTo() {
        int upTo = settings.fullMeshUpTo();
        return Math.min(upTo + upTo / STAYS, LARGEST_MESH);
    }

    private void takeStep(Instant now) {
        estimator.giveUp();
        estimator.refresh(now);
        if (step < ProbeBudgetAllocator.STEPS) {
            List<NodePair> probes = targets.withRoom(budget.next(step++, targets.byNode()));
            targets.start(probes);
            answers.await(probes);
        }
        if (step == ProbeBudgetAllocator.STEPS && (windowStart != null || answers.ready())) {
            step = 0;
            windowStart = now;
            targets.newWindow();
        }
    }

    private static Map<String, List<String>> everyone(SortedSet<String> names) {
        Map<String, List<String>> peers = new TreeMap<>();
        for (String name : names) {
            List<String> others = new ArrayList<>(names);
            others.remove(name);
            peers.put(name, others);
        }
        return peers;
    }

    private boolean isDue(Instant now) {
        Instant start = windowStart;
        if (start == null) {
            return answers.ready();
        }
        Duration sinceStart = settings.window().multipliedBy(step + 1L).dividedBy(ProbeBudgetAllocator.STEPS);
        return !now.isBefore(start.plus(sinceStart));
    }
}
