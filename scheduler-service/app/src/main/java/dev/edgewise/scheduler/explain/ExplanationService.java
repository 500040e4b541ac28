package dev.edgewise.scheduler.explain;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.scheduler.cycle.EventDetails;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.decisions.DecisionRecord;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.Explainer;
import dev.edgewise.scheduler.framework.Explanation;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.nodes.EnergyResponse;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.plugins.recovery.NodeSearchWithBackup;
import dev.edgewise.scheduler.simulation.CpuYield;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Explains pods from what this replica's own watches have seen. Nothing is written. */
final class ExplanationService {
    /** The maximum time until an answer is read, as others wait meanwhile. */
    private static final Duration LONGEST = Duration.ofSeconds(15);

    /** A pod that takes longer is not explained: it would take the processor from decisions. */
    private static final Duration LONGEST_WORK = Duration.ofSeconds(5);

    private static final Duration RETRY_AFTER = Duration.ofSeconds(30);

    private final ClusterState state;
    private final ProfileSet profiles;
    private final DecisionHistory history;
    private final Clock clock;
    private final Ticker ticker;
    private final RandomGenerator random;
    private final BooleanSupplier hasPendingPods;
    private final EventDetails details;

    /**
     * Explains on the threads that ask.
     *
     * @param random for concurrent use
     * @param hasPendingPods whether pods wait to be placed: decisions go first
     * @param details what is said of the nodes of bound pods
     */
    ExplanationService(
            ClusterState state,
            ProfileSet profiles,
            DecisionHistory history,
            Clock clock,
            Ticker ticker,
            RandomGenerator random,
            BooleanSupplier hasPendingPods,
            EventDetails details) {
        this.state = state;
        this.profiles = profiles;
        this.history = history;
        this.clock = clock;
        this.ticker = ticker;
        this.random = random;
        this.hasPendingPods = hasPendingPods;
        this.details = details;
    }

    /**
     * Returns a profile's verdict on every node for the pod, as if it were not bound yet.
     *
     * @param profileName null for the pod's own
     */
    ExplainResponse explain(Pod pod, @Nullable String profileName) {
        return ask(pod, profileName, this::answer);
    }

    /** Returns the verdicts as a few lines of text for people. */
    List<String> summarize(Pod pod, @Nullable String profileName) {
        return ask(pod, profileName, this::summary);
    }

    private <T> T ask(Pod pod, @Nullable String profileName, Answer<T> answer) {
        Profile profile = profileFor(pod, profileName);
        Snapshot snapshot = state.snapshot().at(clock.instant());
        Pod known = state.pod(pod.key());
        if (known == null) {
            return answer.of(profile, pod, snapshot);
        }
        Snapshot without = snapshot.without(pod.key(), known.spec().nodeName());
        return answer.of(profile, known.isSameAs(pod) ? pod.unassigned() : pod, without);
    }

    private interface Answer<T> {
        T of(Profile profile, Pod pod, Snapshot snapshot);
    }

    /**
     * The last decision about the pod, with a fresh answer if it waits, or if a kube-scheduler decided, which gives no
     * reasons.
     */
    ExplainedPodResponse explain(PodKey key) {
        DecisionRecord decision = history.last(key);
        Pod pod = state.pod(key);
        ExplainResponse now = pod != null && (waits(pod) || isPlacedByOther(pod)) ? explain(pod, null) : null;
        EnergyResponse energy = pod == null ? null : energy(pod.spec().nodeName());
        if (decision != null) {
            return ExplainedPodResponse.decided(decision, energy, now);
        }
        if (now == null) {
            throw new NotFoundException(unknown(key, pod));
        }
        return ExplainedPodResponse.undecided(energy, now);
    }

    /** Returns the explanation as a few lines of text for people; the current verdict goes first. */
    List<String> summarize(PodKey key) {
        DecisionRecord decision = history.last(key);
        Pod pod = state.pod(key);
        boolean asksNow = pod != null && (waits(pod) || isPlacedByOther(pod));
        if (decision == null && !asksNow) {
            throw new NotFoundException(unknown(key, pod));
        }
        List<String> lines = new ArrayList<>();
        if (pod != null && asksNow) {
            lines.addAll(summarize(pod, null));
        }
        if (decision != null) {
            lines.addAll(ExplanationSummary.decided(decision, pod == null ? "" : details.placed(pod)));
        }
        return lines;
    }

    private @Nullable EnergyResponse energy(@Nullable String node) {
        if (node == null) {
            return null;
        }
        Snapshot snapshot = state.snapshot().at(clock.instant());
        return EnergyResponse.of(snapshot.energy().at(snapshot.positionOf(node)), snapshot.takenAt());
    }

    /**
     * The profile that decides for the pod.
     *
     * @param profileName null for the pod's own
     */
    Profile profileFor(Pod pod, @Nullable String profileName) {
        return profileName == null ? profileOf(pod) : required(profileName);
    }

    /**
     * Checks the name of a profile.
     *
     * @param profileName null for each pod's own
     * @throws InvalidInputException if there is none of that name
     */
    void requireProfile(@Nullable String profileName) {
        if (profileName != null) {
            required(profileName);
        }
    }

    private List<String> summary(Profile profile, Pod pod, Snapshot snapshot) {
        long begin = ticker.nanos();
        Explanation explanation = explanation(profile, pod, snapshot, begin);
        return new ExplanationSummary(explanation, profile, snapshot, () -> checkTimeLimit(pod, snapshot, begin))
                .lines();
    }

    private Explanation explanation(Profile profile, Pod pod, Snapshot snapshot, long begin) {
        return protectedOne(
                new Explainer(profile, random).explain(pod, snapshot, () -> checkTimeLimit(pod, snapshot, begin)),
                pod,
                snapshot);
    }

    private ExplainResponse answer(Profile profile, Pod pod, Snapshot snapshot) {
        long begin = ticker.nanos();
        Explanation explanation = explanation(profile, pod, snapshot, begin);
        CpuYield givingWay = new CpuYield(hasPendingPods, ticker, LockSupport::parkNanos);
        return ExplainResponse.of(explanation, () -> {
            givingWay.run();
            if (ticker.since(begin).compareTo(LONGEST) > 0) {
                throw new IllegalStateException("the answer was not taken within " + LONGEST.toSeconds() + " s");
            }
        });
    }

    /** Chooses the node and the message with regard to backups, as a decision does; a kube-scheduler does not. */
    private Explanation protectedOne(Explanation found, Pod pod, Snapshot snapshot) {
        if (isPlacedByOther(pod)) {
            return found;
        }
        NodeSearchWithBackup backups = NodeSearchWithBackup.of(found.search(), pod, snapshot);
        Decision decision = backups.search().decision();
        String node = decision.node();
        boolean isOther = node != null && !node.equals(found.node());
        String message = isOther
                ? decision.feasible() + "/" + decision.nodes()
                        + " nodes are feasible; the best that another can stand in for is " + node + " (backup "
                        + backups.backup() + ")"
                : decision.message();
        return found.with(backups.search(), message);
    }

    private void checkTimeLimit(Pod pod, Snapshot snapshot, long begin) {
        if (ticker.since(begin).compareTo(LONGEST_WORK) > 0) {
            throw new BusyException(
                    "Pod " + pod.key() + " was not compared with "
                            + snapshot.nodes().size() + " nodes within " + LONGEST_WORK.toSeconds()
                            + " s: it asks for too much, or the scheduler is busy",
                    RETRY_AFTER);
        }
    }

    private static boolean waits(Pod pod) {
        return pod.spec().nodeName() == null && !pod.terminating();
    }

    private boolean isPlacedByOther(Pod pod) {
        return profiles.isOfExtender(pod.spec().schedulerName());
    }

    private Profile profileOf(Pod pod) {
        Profile own = profiles.find(pod.spec().schedulerName());
        return own != null ? own : required(BuiltInProfiles.EDGEWISE);
    }

    private Profile required(String name) {
        Profile profile = profiles.find(name);
        if (profile == null) {
            throw new InvalidInputException("profile", name, "one of " + String.join(", ", profiles.names()));
        }
        return profile;
    }

    private static String unknown(PodKey key, @Nullable Pod pod) {
        if (pod == null) {
            return "There is no pod " + key + ", and no decision about one is remembered";
        }
        return "No decision about pod " + key + " is remembered; it is on node "
                + pod.spec().nodeName() + ". Send it to POST /api/v1/explain to see what each node is worth for it";
    }
}
