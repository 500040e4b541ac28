package dev.edgewise.networkprobe.peers;

import dev.edgewise.networkprobe.estimation.NodePair;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides which peers each node measures. Called once a round; what the agents report meanwhile goes to the {@link RttEstimator},
 * from which the planner learns what to ask next. A small cluster measures everyone. In a larger one a new node first measures
 * three landmarks and two candidates for a mate at its site; what remains of its budget goes, window by window, to the pairs of
 * sites of which a measurement tells most. Confined to the thread of the estimator.
 */
public final class PeerPlanner {
    /** A full mesh stays one for an eighth more nodes: one that comes and goes does not change all lists. */
    private static final int STAYS = 8;

    private final PeerSettings settings;
    private final RttEstimator estimator;
    private final ProbeTargets roster;
    private final JoinPhase introductions;
    private final ProbeBudget batches;
    private final Answers answers;
    private @Nullable Instant windowStart;
    private boolean fullMesh;
    private int step;

    public PeerPlanner(PeerSettings settings, RttEstimator estimator, RandomGenerator random) {
        this.settings = settings;
        this.estimator = estimator;
        this.roster = new ProbeTargets(settings.peers());
        this.introductions = new JoinPhase(estimator, random);
        this.batches = new ProbeBudget(estimator, settings, random);
        this.answers = new Answers(estimator);
    }

    /**
     * The peers of each node for this round, and so until the next call. A list changes by a few peers at a time. Refreshes the
     * estimator when it takes a step.
     *
     * @param nodes the healthy nodes; others neither measure nor are measured
     * @param now the time, never before that of the last call
     * @return for each node at most {@code peers} others, or all others in a small cluster
     */
    public Map<String, List<String>> plan(Collection<String> nodes, Instant now) {
        SortedSet<String> names = new TreeSet<>(nodes);
        fullMesh = names.size() <= settings.fullMeshUpTo() + (fullMesh ? settings.fullMeshUpTo() / STAYS : 0);
        if (fullMesh) {
            estimator.refresh(now);
            return everyone(names);
        }
        introductions.left(roster.update(names, estimator), roster);
        boolean introducing = introductions.advance(roster, now);
        if (isDue(now) && !(introducing && windowStart == null)) {
            takeStep(now);
        }
        return roster.peers();
    }

    /** Whether the first window is over: until then estimates are few and most have no upper bound. */
    public boolean warm() {
        return fullMesh || windowStart != null;
    }

    private void takeStep(Instant now) {
        estimator.giveUp();
        estimator.refresh(now);
        if (step < ProbeBudget.STEPS) {
            List<NodePair> probes = batches.next(step++, roster.byNode());
            roster.start(probes);
            answers.await(probes);
        }
        if (step == ProbeBudget.STEPS && (windowStart != null || answers.ready())) {
            step = 0;
            windowStart = now;
            roster.newWindow();
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
        Duration sinceStart = settings.window().multipliedBy(step + 1L).dividedBy(ProbeBudget.STEPS);
        return !now.isBefore(start.plus(sinceStart));
    }
}
