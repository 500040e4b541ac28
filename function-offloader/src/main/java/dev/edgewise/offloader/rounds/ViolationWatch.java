package dev.edgewise.offloader.rounds;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.plan.Cause;
import dev.edgewise.offloader.plan.Want;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import dev.edgewise.offloader.scheduler.Violation;
import dev.edgewise.offloader.scheduler.Violations;
import dev.edgewise.offloader.scheduler.WhatIf;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Pods that the scheduler would not place where they run any more, and where they would be better: on their backups, else wherever it would place them. It says which they are; some of
 * them are asked about in each round, those first that wait for it longest. For one thread at a time.
 */
final class ViolationWatch {
    /** Rounds without an answer after which what was known before is nothing any more. */
    private static final int MOST_MISSED = 3;

    private static final List<Cause> CAUSES = List.of(Cause.DELAY, Cause.REWARD); // a pod of both leaves for its delay

    private final Violations violations;
    private final Map<Cause, ListState> states = new EnumMap<>(Cause.class);
    /** Of the last answers, by UID, as the rest. */
    private final Map<String, Violation> broken = new HashMap<>();

    private final Map<String, Want> wants = new HashMap<>();
    /** By UID, the round in which the pod was last asked about, or was to be. */
    private final Map<String, Integer> asked = new HashMap<>();
    /** UIDs of pods about which there was no answer when they were last asked about, or were to be. */
    private final Set<String> withoutAnswer = new HashSet<>();
    /** Pods that their backups did not take: the next question is where else they would go. */
    private final Set<String> refusedByBackup = new HashSet<>();

    private int round;

    ViolationWatch(Violations violations) {
        this.violations = violations;
        CAUSES.forEach(cause -> states.put(cause, new ListState()));
    }

    /** Knows the same. */
    ViolationWatch copy(Violations ofCopy) {
        ViolationWatch copy = new ViolationWatch(ofCopy);
        states.forEach((cause, state) -> copy.states.put(cause, state.copy()));
        copy.broken.putAll(broken);
        copy.wants.putAll(wants);
        copy.asked.putAll(asked);
        copy.withoutAnswer.addAll(withoutAnswer);
        copy.refusedByBackup.addAll(refusedByBackup);
        copy.round = round;
        return copy;
    }

    void forget() {
        broken.clear();
        wants.clear();
        asked.clear();
        withoutAnswer.clear();
        refusedByBackup.clear();
    }

    /** What was found so far, by UID. */
    Map<String, Want> wants() {
        return Map.copyOf(wants);
    }

    /** UIDs of all these pods, and of those that are about to leave for that. */
    Set<String> uids() {
        Set<String> uids = new HashSet<>(broken.keySet());
        uids.addAll(wants.keySet());
        return uids;
    }

    /** Why the pod is in no want, although the scheduler would not place it there; null if it is not. */
    @Nullable
    String whyNoWant(String uid) {
        Violation violation = broken.get(uid);
        if (violation == null) {
            return null;
        }
        String otherwise =
                asked.containsKey(uid) ? "no other node is known to be suitable" : "it is not asked about yet";
        return violation.reason() + ": "
                + (withoutAnswer.contains(uid) ? "the scheduler has not said where else it would place it" : otherwise);
    }

    /** See {@link ListState#looks}. */
    long looks(Cause cause) {
        return state(cause).looks();
    }

    /** Whether the last look had no answer: what was found before may be over. */
    boolean isUnconfirmed(Cause cause) {
        return state(cause).missedRounds() > 0;
    }

    /** Why the last look had no answer for that cause, or not about all pods; empty if it had one. */
    Optional<String> trouble(Cause cause) {
        return Optional.ofNullable(state(cause).trouble());
    }

    private ListState state(Cause cause) {
        return Objects.requireNonNull(states.get(cause));
    }

    /** There was no look in a round. */
    void missed() {
        states.values().forEach(ListState::missed);
        forgetWhatIsOld();
    }

    /** After some rounds without an answer, what was found before is forgotten. */
    private void forgetWhatIsOld() {
        states.forEach((cause, state) -> {
            if (state.missedRounds() >= MOST_MISSED) {
                broken.values().removeIf(violation -> violation.cause() == cause);
                wants.values().removeIf(want -> want.cause() == cause);
            }
        });
    }

    /**
     * Finds what is broken now, and where some of these pods would go. What goes wrong with one cause holds no other.
     *
     * @param moving UIDs of pods that are about to leave
     * @param mayMove whether a pod may ever be moved
     */
    void look(ClusterSnapshot cluster, Set<String> moving, Predicate<CandidatePod> mayMove, WhatIf scheduler) {
        Map<Cause, String> unanswered = new EnumMap<>(Cause.class);
        List<Broken> found = find(cluster, unanswered);
        broken.values().removeIf(violation -> !unanswered.containsKey(violation.cause()));
        found.forEach(each -> broken.put(each.pod().uid(), each.violation()));
        asked.keySet().retainAll(broken.keySet());
        withoutAnswer.retainAll(broken.keySet());
        refusedByBackup.retainAll(broken.keySet());
        wants.keySet().removeIf(uid -> !broken.containsKey(uid) && !moving.contains(uid));
        List<Broken> chosen = ViolationTurns.choose(
                found.stream()
                        .filter(each -> !moving.contains(each.pod().uid()) && mayMove.test(each.pod()))
                        .toList(),
                asked);
        states.forEach((cause, state) ->
                Optional.ofNullable(unanswered.get(cause)).ifPresentOrElse(state::unanswered, state::answered));
        forgetWhatIsOld();
        round++;
        ask(chosen, scheduler);
    }

    /** @param unanswered takes why there was no answer, by cause */
    private List<Broken> find(ClusterSnapshot cluster, Map<Cause, String> unanswered) {
        Map<String, Broken> found = new LinkedHashMap<>();
        for (Cause cause : CAUSES) {
            try {
                for (Violation violation : listed(cause, cluster.pods())) {
                    CandidatePod pod = cluster.byUid().get(violation.uid());
                    if (pod != null && pod.node().equals(violation.node()) && isLookedAfter(pod, cause)) {
                        found.putIfAbsent(pod.uid(), new Broken(pod, violation));
                    }
                }
            } catch (SchedulerUnavailableException e) {
                unanswered.put(cause, String.valueOf(e.getMessage()));
            }
        }
        return List.copyOf(found.values());
    }

    /** Nothing is asked for no pod. */
    private List<Violation> listed(Cause cause, Collection<CandidatePod> pods) throws SchedulerUnavailableException {
        return pods.stream().anyMatch(pod -> isLookedAfter(pod, cause))
                ? violations.of(cause).worst()
                : List.of();
    }

    /** Of other pods than functions nothing is known but what they must be near to. */
    private static boolean isLookedAfter(CandidatePod pod, Cause cause) {
        return pod.runs() && (cause == Cause.DELAY ? !pod.near().isEmpty() : pod.function());
    }

    /** One question: between two, the scheduler serves pods that wait. Without an answer, the lists hold all the same, and others are asked about first. */
    private void ask(List<Broken> chosen, WhatIf scheduler) {
        if (chosen.isEmpty()) {
            return;
        }
        try {
            Map<String, Placement> answers = scheduler.ask(
                    chosen.stream().map(each -> each.inquiry(backupToTry(each))).toList());
            chosen.forEach(each -> Optional.ofNullable(answers.get(each.pod().key()))
                    .ifPresentOrElse(
                            answer -> take(each, answer),
                            () -> unanswered(each, "the scheduler has not answered about some pods")));
        } catch (SchedulerUnavailableException e) {
            chosen.forEach(each -> unanswered(each, String.valueOf(e.getMessage())));
        }
    }

    private void unanswered(Broken each, String why) {
        asked.put(each.pod().uid(), round);
        withoutAnswer.add(each.pod().uid());
        state(each.violation().cause()).incomplete(why);
    }

    private @Nullable String backupToTry(Broken each) {
        return refusedByBackup.contains(each.pod().uid()) ? null : each.backup();
    }

    private void take(Broken each, Placement answer) {
        String uid = each.pod().uid();
        String backup = backupToTry(each);
        asked.put(uid, round);
        withoutAnswer.remove(uid);
        // The list may be older than the answer.
        if (!answer.violates()) {
            wants.remove(uid);
        } else if (backup != null && answer.takes(backup)) {
            wants.put(uid, each.want(backup));
        } else if (backup != null) {
            // What was found elsewhere before still holds.
            refusedByBackup.add(uid);
        } else {
            refusedByBackup.remove(uid);
            takeElsewhere(each, answer.node());
        }
    }

    private void takeElsewhere(Broken each, @Nullable String target) {
        if (target == null || target.equals(each.pod().node())) {
            wants.remove(each.pod().uid());
        } else {
            wants.put(each.pod().uid(), each.want(target));
        }
    }
}
