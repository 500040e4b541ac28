package dev.edgewise.sandbox.evaluate.rewards;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.rewards.learning.RewardLearner;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.rounds.LearnerChanges;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * One run, second by second, on reward-monitor's own core. What it assumes: a pod runs once (restartPolicy Never), and
 * its controller makes another one after its failure with the back-off of Jobs; kubelets report at the end of the
 * second, and the scheduler knows a reward in the next one. A pod of a good node fails with a chance of {@value
 * #BACKGROUND}. With and without learning, arrivals, times and bad nodes are the same.
 */
final class RewardSimulation {
    static final int SECONDS = 3 * 3_600;
    static final int WARM_UP = 1_800;
    private static final double BACKGROUND = 0.001;
    /** Time that ended pods remain visible, in s. */
    private static final int SHOWN_SECONDS = 60;

    private static final int LATE_SECONDS = 600;

    private final SimulatedCluster cluster;
    private final NodeHealthModel health;
    private final PoissonArrivals arrivals;
    private final NodeChooser chooser;
    private final boolean learns;
    private final RewardLearner learner = new RewardLearner(LearnerSettings.DEFAULT);
    private final PriorityQueue<RunningPod> ends =
            new PriorityQueue<>(Comparator.comparingInt(RunningPod::ends).thenComparing(RunningPod::uid));
    private final Map<Integer, List<RetriedPodTask>> retries = new HashMap<>();
    private final Map<Integer, List<String>> removals = new HashMap<>();
    private Deque<RetriedPodTask> pending = new ArrayDeque<>();
    private final Map<Integer, Integer> healed = new HashMap<>();
    private final List<Integer> healedBack = new ArrayList<>();
    private long pods;
    private int failures;
    private int completed;
    private int brokenClosed;
    private int second;

    RewardSimulation(int nodes, long seed, boolean learns) {
        this.cluster = new SimulatedCluster(nodes);
        this.health = new NodeHealthModel(nodes, seed);
        this.arrivals = new PoissonArrivals(nodes, seed);
        this.chooser = new NodeChooser(cluster, learns, seed);
        this.learns = learns;
        for (int node = 0; node < nodes; node++) {
            learner.node(NodeFacts.ready(SimulatedCluster.name(node)), Instant.EPOCH);
        }
    }

    RewardsRunResult run() {
        for (second = 0; second < SECONDS; second++) {
            if (second > 0 && second % NodeHealthModel.DRIFT_SECONDS == 0) {
                drift();
            }
            finish();
            pending.addAll(retries.getOrDefault(second, List.of()));
            retries.remove(second);
            pending.addAll(arrivals.next());
            place();
            if (learns) {
                learn();
            }
        }
        healed.values().forEach(this::late);
        return new RewardsRunResult(failures, completed, healedBack, brokenClosed);
    }

    /** Counts a healed node that has no pods yet, if it is late already. */
    private void late(@Nullable Integer since) {
        if (since != null && second - since > LATE_SECONDS) {
            healedBack.add(second - since);
        }
    }

    private void drift() {
        int node = health.drift();
        late(healed.remove(health.latest()));
        if (second >= WARM_UP) {
            healed.put(node, second);
        }
        // What runs on a node that becomes bad fails there, too.
        List<RunningPod> there =
                ends.stream().filter(pod -> pod.node() == health.latest()).toList();
        for (RunningPod pod : there) {
            cluster.remove(pod);
            ends.remove(pod);
            start(new RunningPod(pod.task(), pod.uid(), pod.node(), pod.began(), pod.ends(), false, false), second);
        }
    }

    private void finish() {
        Instant now = Instant.ofEpochSecond(second);
        while (!ends.isEmpty() && ends.element().ends() <= second) {
            RunningPod pod = ends.remove();
            cluster.remove(pod);
            if (learns) {
                learner.pod(pod.ended(), now);
                removals.computeIfAbsent(second + SHOWN_SECONDS, due -> new ArrayList<>())
                        .add(pod.uid());
            }
            count(pod);
        }
        for (String uid : removals.getOrDefault(second, List.of())) {
            learner.podGone(uid, now);
        }
        removals.remove(second);
    }

    private void count(RunningPod pod) {
        boolean counts = second >= WARM_UP;
        RetriedPodTask task = pod.task();
        if (pod.fails()) {
            failures += counts && task.kind != SimulatedPodType.BROKEN ? 1 : 0;
            task.attempts++;
            if (task.mayRetry()) {
                retries.computeIfAbsent(second + task.backOff(), due -> new ArrayList<>())
                        .add(task);
            }
        } else {
            completed += counts && task.kind.isJob() ? 1 : 0;
        }
    }

    private void place() {
        Deque<RetriedPodTask> left = new ArrayDeque<>();
        for (RetriedPodTask task : pending) {
            int node = chooser.choose(task.kind);
            if (node < 0) {
                left.add(task);
            } else {
                RunningPod pod =
                        new RunningPod(task, "pod-" + ++pods, node, second, second + task.seconds, false, false);
                start(pod, second);
                Integer since = healed.get(node);
                if (since != null && task.kind != SimulatedPodType.BROKEN && isOpen(node)) {
                    healedBack.add(second - since);
                    healed.remove(node);
                }
            }
        }
        pending = left;
    }

    private boolean isOpen(int node) {
        for (SimulatedPodType kind : SimulatedPodType.values()) {
            if (kind != SimulatedPodType.BROKEN && chooser.state(kind, node) != QuarantineStatus.OPEN) {
                return false;
            }
        }
        return true;
    }

    /** Lets a pod run from now on, to its end or to its failure. */
    private void start(RunningPod pod, int now) {
        double luck = -Math.log(1 - pod.task().luck.nextDouble());
        boolean unlucky = pod.task().luck.nextDouble() < BACKGROUND;
        double mean =
                pod.task().kind == SimulatedPodType.BROKEN ? pod.task().kind.seconds() : health.meanSeconds(pod.node());
        int failsAt =
                mean > 0 ? now + 1 + (int) (luck * mean) : unlucky ? now + 1 + (pod.ends() - now) / 2 : pod.ends();
        boolean fails = failsAt < pod.ends() || pod.task().kind == SimulatedPodType.BROKEN;
        RunningPod fated = new RunningPod(
                pod.task(),
                pod.uid(),
                pod.node(),
                pod.began(),
                fails ? failsAt : pod.ends(),
                fails,
                health.isBad(pod.node()));
        cluster.add(fated);
        ends.add(fated);
        if (learns && now == pod.began()) {
            learner.pod(fated.running(), Instant.ofEpochSecond(now));
        }
    }

    private void learn() {
        LearnerChanges changes;
        do {
            changes = learner.step(Instant.ofEpochSecond(second));
            chooser.apply(changes);
        } while (changes.hasMore());
        if (second % 10 == 0) {
            int closed = learner.type(SimulatedPodType.BROKEN.type(), Instant.ofEpochSecond(second))
                    .map(type -> type.quarantined())
                    .orElse(0);
            brokenClosed = Math.max(brokenClosed, closed);
        }
    }
}
