package dev.edgewise.networkprobe.peers;

import dev.edgewise.networkprobe.estimation.NodePair;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import dev.edgewise.networkprobe.estimation.SiteDistanceMap;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The first probes of new nodes: the landmarks, then candidates for a mate at the same site. */
final class NewNodeProbePhase {
    /** Divisor of the share of new nodes for which estimates wait: more than a tenth of all. */
    private static final int MANY = 10;

    private final RttEstimator estimator;
    private final Landmarks landmarks;
    private final SameSiteCandidateSelector mates;
    private final PendingReprobes answers;
    private long round;

    NewNodeProbePhase(RttEstimator estimator, MaxMeasurers measurers, RandomGenerator random) {
        this.estimator = estimator;
        this.landmarks = new Landmarks(estimator, measurers.nodes(), random);
        this.mates = new SameSiteCandidateSelector(estimator);
        this.answers = new PendingReprobes(estimator);
    }

    void left(Set<Integer> nodes, ProbeTargets targets) {
        nodes.forEach(node -> landmarks.remove(node, targets.all()));
    }

    /**
     * Takes the next step once the answers are there. Called once a round.
     *
     * @return whether enough nodes are new that all else should wait
     */
    boolean advance(ProbeTargets targets, Instant now) {
        round++;
        targets.all().forEach(this::searchAgainIfAlone);
        if (answers.ready()) {
            List<NodePair> probes = next(targets, now);
            targets.start(probes);
            answers.await(probes);
        }
        return isMany(Math.max(answers.awaited(), landmarks.waiting(targets.all())), targets);
    }

    private List<NodePair> next(ProbeTargets targets, Instant now) {
        List<NodePair> probes = landmarks.missing(targets.all(), round);
        if (!probes.isEmpty() || landmarks.waiting(targets.all()) > 0) {
            return probes;
        }
        long searching = targets.all().stream()
                .filter(SameSiteCandidateSelector::isSearching)
                .count();
        if (isMany(searching, targets)) {
            estimator.refresh(now);
        }
        return searching == 0 ? List.of() : mates.candidates(targets.all(), targets.measurers());
    }

    /** A node whose mates left or moved may have others. */
    private void searchAgainIfAlone(PlannerNode prober) {
        SiteDistanceMap map = estimator.map();
        int site = map.siteOf(prober.node);
        boolean alone = site < 0 || map.members(site).length == 1;
        if (alone && prober.hadMates) {
            prober.mateTries = 0;
        }
        prober.hadMates = !alone;
    }

    private static boolean isMany(long nodes, ProbeTargets targets) {
        return nodes * MANY > targets.all().size();
    }
}
