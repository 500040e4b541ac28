package dev.edgewise.offloader.rounds.negotiation;

import dev.edgewise.offloader.cluster.CandidatePod;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chooses the pods of a question to the scheduler, if there are too many for one: the pods whose last answer is longest
 * ago. Immutable.
 *
 * @param answered the turn of each pod's last answer, by UID
 * @param turn the number of turns so far
 */
record CandidateRoundRobin(Map<String, Long> answered, long turn) {
    static final CandidateRoundRobin NEW = new CandidateRoundRobin(Map.of(), 0);

    CandidateRoundRobin {
        answered = Collections.unmodifiableMap(answered);
    }

    /** The pods whose turn it is, at most so many. */
    List<CandidatePod> next(List<CandidatePod> pods, int most) {
        return pods.stream()
                .sorted(Comparator.comparingLong(pod -> answered.getOrDefault(pod.uid(), 0L)))
                .limit(most)
                .toList();
    }

    /**
     * Returns the order after a turn.
     *
     * @param uids pods with an answer
     * @param all UIDs of all that there are; the turns of others are forgotten
     */
    CandidateRoundRobin after(Set<String> uids, Set<String> all) {
        Map<String, Long> next = new HashMap<>(answered);
        next.keySet().retainAll(all);
        uids.forEach(uid -> next.put(uid, turn + 1));
        return new CandidateRoundRobin(next, turn + 1);
    }
}
