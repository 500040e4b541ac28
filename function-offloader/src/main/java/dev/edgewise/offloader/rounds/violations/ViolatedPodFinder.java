package dev.edgewise.offloader.rounds.violations;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.plan.MoveCause;
import dev.edgewise.offloader.plan.MoveProposal;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.PlacementSimulator;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import dev.edgewise.offloader.scheduler.Violation;
import dev.edgewise.offloader.scheduler.ViolationSource;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Looks once for pods that the scheduler would not place where they run any more, and for where they would be better:
 * on their backups, else wherever it would place them. The scheduler lists them; some of them are asked about in each
 * look, the pods first that wait for it longest. Serves one look.
 */
public final class ViolatedPodFinder {
    private final ViolationSource violations;
    private final PlacementSimulator scheduler;
    private final int round;
    private final Map<MoveCause, ViolationListFreshness> lists;
    private final Map<String, Violation> broken;
    private final Map<String, MoveProposal> proposals;
    private final Map<String, Integer> asked;
    private final Set<String> withoutAnswer;
    private final Set<String> refusedByBackup;

    /** @param before what was found before */
    public ViolatedPodFinder(KnownViolations before, ViolationSource violations, PlacementSimulator scheduler) {
        this.violations = violations;
        this.scheduler = scheduler;
        this.round = before.round() + 1;
        this.lists = new EnumMap<>(before.lists());
        this.broken = new HashMap<>(before.broken());
        this.proposals = new HashMap<>(before.proposals());
        this.asked = new HashMap<>(before.asked());
        this.withoutAnswer = new HashSet<>(before.withoutAnswer());
        this.refusedByBackup = new HashSet<>(before.refusedByBackup());
    }

    /**
     * Returns what is broken now, and where some of these pods would go. A failure of one cause holds no other.
     *
     * @param moving UIDs of pods that are about to leave
     * @param mayMove whether a pod may ever be moved
     */
    public KnownViolations look(ClusterSnapshot cluster, Set<String> moving, Predicate<CandidatePod> mayMove) {
        Map<MoveCause, String> unanswered = new EnumMap<>(MoveCause.class);
        List<ViolatedPod> found = find(cluster, unanswered);
        broken.values().removeIf(violation -> !unanswered.containsKey(violation.cause()));
        found.forEach(each -> broken.put(each.pod().uid(), each.violation()));
        asked.keySet().retainAll(broken.keySet());
        withoutAnswer.retainAll(broken.keySet());
        refusedByBackup.retainAll(broken.keySet());
        proposals.keySet().removeIf(uid -> !broken.containsKey(uid) && !moving.contains(uid));
        List<ViolatedPod> chosen = ViolationRoundRobin.choose(
                found.stream()
                        .filter(each -> !moving.contains(each.pod().uid()) && mayMove.test(each.pod()))
                        .toList(),
                asked);
        lists.replaceAll((cause, state) -> {
            String why = unanswered.get(cause);
            return why == null ? state.answered() : state.unanswered(why);
        });
        KnownViolations current = known().withoutOld();
        broken.keySet().retainAll(current.broken().keySet());
        proposals.keySet().retainAll(current.proposals().keySet());
        ask(chosen);
        return known();
    }

    private KnownViolations known() {
        return new KnownViolations(lists, broken, proposals, asked, withoutAnswer, refusedByBackup, round);
    }

    /** @param unanswered takes why there was no answer, by cause */
    private List<ViolatedPod> find(ClusterSnapshot cluster, Map<MoveCause, String> unanswered) {
        Map<String, ViolatedPod> found = new LinkedHashMap<>();
        for (MoveCause cause : KnownViolations.CAUSES) {
            try {
                for (Violation violation : listed(cause, cluster.pods())) {
                    CandidatePod pod = cluster.byUid().get(violation.uid());
                    if (pod != null && pod.node().equals(violation.node()) && isLookedAfter(pod, cause)) {
                        found.putIfAbsent(pod.uid(), new ViolatedPod(pod, violation));
                    }
                }
            } catch (SchedulerUnavailableException e) {
                unanswered.put(cause, String.valueOf(e.getMessage()));
            }
        }
        return List.copyOf(found.values());
    }

    /** Nothing is asked for no pod. */
    private List<Violation> listed(MoveCause cause, Collection<CandidatePod> pods)
            throws SchedulerUnavailableException {
        return pods.stream().anyMatch(pod -> isLookedAfter(pod, cause))
                ? violations.of(cause).worst()
                : List.of();
    }

    /** Says whether anything is known of the pod: of pods that are no functions, only their delay needs are. */
    private static boolean isLookedAfter(CandidatePod pod, MoveCause cause) {
        return pod.runs() && (cause == MoveCause.DELAY ? !pod.near().isEmpty() : pod.function());
    }

    /**
     * Asks one question: between two, the scheduler serves pods that wait. Without an answer, the lists hold all the
     * same.
     */
    private void ask(List<ViolatedPod> chosen) {
        if (chosen.isEmpty()) {
            return;
        }
        try {
            Map<String, Placement> answers = scheduler.ask(
                    chosen.stream().map(each -> each.query(backupToTry(each))).toList());
            for (ViolatedPod each : chosen) {
                Placement answer = answers.get(each.pod().key());
                if (answer == null) {
                    withoutAnswer(each, "the scheduler has not answered about some pods");
                } else if (answer.isUnknown()) {
                    asked.put(each.pod().uid(), round);
                    withoutAnswer(each, answer.message());
                } else {
                    take(each, answer);
                }
            }
        } catch (SchedulerUnavailableException e) {
            chosen.forEach(each -> withoutAnswer(each, String.valueOf(e.getMessage())));
        }
    }

    /** Keeps the pod's turn, unless it had it. */
    private void withoutAnswer(ViolatedPod each, String why) {
        withoutAnswer.add(each.pod().uid());
        change(each.violation().cause(), state -> state.incomplete(why));
    }

    private void change(MoveCause cause, UnaryOperator<ViolationListFreshness> change) {
        lists.computeIfPresent(cause, (same, state) -> change.apply(state));
    }

    private @Nullable String backupToTry(ViolatedPod each) {
        return refusedByBackup.contains(each.pod().uid()) ? null : each.backup();
    }

    private void take(ViolatedPod each, Placement answer) {
        String uid = each.pod().uid();
        String backup = backupToTry(each);
        asked.put(uid, round);
        withoutAnswer.remove(uid);
        // The list may be older than the answer.
        if (!answer.violates()) {
            proposals.remove(uid);
        } else if (backup != null && answer.takes(backup)) {
            proposals.put(uid, each.proposal(backup));
        } else if (backup != null) {
            // What was found elsewhere before still holds.
            refusedByBackup.add(uid);
        } else {
            refusedByBackup.remove(uid);
            takeElsewhere(each, answer.node());
        }
    }

    private void takeElsewhere(ViolatedPod each, @Nullable String target) {
        if (target == null || target.equals(each.pod().node())) {
            proposals.remove(each.pod().uid());
        } else {
            proposals.put(each.pod().uid(), each.proposal(target));
        }
    }
}
