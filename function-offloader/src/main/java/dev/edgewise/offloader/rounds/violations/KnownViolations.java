package dev.edgewise.offloader.rounds.violations;

import dev.edgewise.offloader.plan.MoveCause;
import dev.edgewise.offloader.plan.MoveProposal;
import dev.edgewise.offloader.scheduler.Violation;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The pods that the scheduler would not place where they run any more, and where they would be better, as the last
 * looks found them. Immutable.
 *
 * @param lists the age of what is known, by cause
 * @param broken the violations of the last answers, by UID
 * @param proposals the better nodes that were found, by UID
 * @param asked the round in which the pod was last asked about, by UID
 * @param withoutAnswer UIDs of pods about which there was no answer when they were last asked about
 * @param refusedByBackup UIDs of pods that their backups did not take: the next question is where else they would go
 * @param round the number of looks so far
 */
public record KnownViolations(
        Map<MoveCause, ViolationListFreshness> lists,
        Map<String, Violation> broken,
        Map<String, MoveProposal> proposals,
        Map<String, Integer> asked,
        Set<String> withoutAnswer,
        Set<String> refusedByBackup,
        int round) {
    /** A pod of both leaves for its delay. */
    static final List<MoveCause> CAUSES = List.of(MoveCause.DELAY, MoveCause.REWARD);

    public static final KnownViolations NONE = new KnownViolations(
            CAUSES.stream().collect(Collectors.toMap(cause -> cause, cause -> ViolationListFreshness.NEW)),
            Map.of(),
            Map.of(),
            Map.of(),
            Set.of(),
            Set.of(),
            0);

    /** Rounds without an answer after which what was known before is forgotten. */
    private static final int MOST_MISSED = 3;

    public KnownViolations {
        lists = Collections.unmodifiableMap(lists);
        broken = Collections.unmodifiableMap(broken);
        proposals = Collections.unmodifiableMap(proposals);
        asked = Collections.unmodifiableMap(asked);
        withoutAnswer = Collections.unmodifiableSet(withoutAnswer);
        refusedByBackup = Collections.unmodifiableSet(refusedByBackup);
    }

    /** Returns the age of the lists alone. */
    public KnownViolations forget() {
        return new KnownViolations(lists, Map.of(), Map.of(), Map.of(), Set.of(), Set.of(), round);
    }

    /** UIDs of all these pods, and of pods that are about to leave for that. */
    public Set<String> uids() {
        Set<String> uids = new HashSet<>(broken.keySet());
        uids.addAll(proposals.keySet());
        return uids;
    }

    /** Returns why the pod is in no want, although the scheduler would not place it there; null if it is not. */
    @Nullable
    public String whyNoProposal(String uid) {
        Violation violation = broken.get(uid);
        if (violation == null) {
            return null;
        }
        String otherwise =
                asked.containsKey(uid) ? "no other node is known to be suitable" : "it is not asked about yet";
        return violation.reason() + ": "
                + (withoutAnswer.contains(uid) ? "the scheduler has not said where else it would place it" : otherwise);
    }

    /** See {@link ViolationListFreshness#looks}. */
    public long looks(MoveCause cause) {
        return list(cause).looks();
    }

    /** Whether the last look had no answer: what was found before may be over. */
    public boolean isUnconfirmed(MoveCause cause) {
        return list(cause).missedRounds() > 0;
    }

    /** Returns why the last look had no answer for that cause, or not about all pods; empty if it had one. */
    public Optional<String> trouble(MoveCause cause) {
        return Optional.ofNullable(list(cause).trouble());
    }

    /** Returns why these pods are not known now; empty if they are. */
    public Optional<String> trouble() {
        String trouble = Stream.concat(
                        trouble(MoveCause.DELAY).map("which delay needs are broken: "::concat).stream(),
                        trouble(MoveCause.REWARD).map("which pods are in quarantine: "::concat).stream())
                .collect(Collectors.joining("; "));
        return Optional.of(trouble).filter(each -> !each.isEmpty());
    }

    private ViolationListFreshness list(MoveCause cause) {
        return Objects.requireNonNull(lists.get(cause));
    }

    /** Returns what is known after a round without a look. */
    public KnownViolations missed() {
        return withLists(ViolationListFreshness::missed).withoutOld();
    }

    private KnownViolations withLists(UnaryOperator<ViolationListFreshness> change) {
        Map<MoveCause, ViolationListFreshness> changed = new EnumMap<>(MoveCause.class);
        lists.forEach((cause, state) -> changed.put(cause, change.apply(state)));
        return new KnownViolations(changed, broken, proposals, asked, withoutAnswer, refusedByBackup, round);
    }

    /** Returns this without the violations of which there was no answer for some rounds. */
    KnownViolations withoutOld() {
        Map<String, Violation> found = new HashMap<>(broken);
        Map<String, MoveProposal> wanted = new HashMap<>(proposals);
        lists.forEach((cause, state) -> {
            if (state.missedRounds() >= MOST_MISSED) {
                found.values().removeIf(violation -> violation.cause() == cause);
                wanted.values().removeIf(proposal -> proposal.cause() == cause);
            }
        });
        return new KnownViolations(lists, found, wanted, asked, withoutAnswer, refusedByBackup, round);
    }
}
