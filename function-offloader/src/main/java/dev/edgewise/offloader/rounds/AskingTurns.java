package dev.edgewise.offloader.rounds;

import dev.edgewise.offloader.cluster.CandidatePod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which pods a request to the scheduler has, if there are too many for one: those whose last request is longest ago. For one thread at a time. */
final class AskingTurns {
    /** In which turn each was asked about last, by UID. */
    private final Map<String, Long> asked = new HashMap<>();

    private long turn;

    AskingTurns copy() {
        AskingTurns copy = new AskingTurns();
        copy.asked.putAll(asked);
        copy.turn = turn;
        return copy;
    }

    /**
     * This many of the pods at most, whose turn this is.
     *
     * @param all UIDs of all that there are; the turns of others are forgotten
     */
    List<CandidatePod> next(List<CandidatePod> pods, Set<String> all, int most) {
        turn++;
        asked.keySet().retainAll(all);
        List<CandidatePod> inTurn = new ArrayList<>(pods);
        inTurn.sort(Comparator.comparingLong(pod -> asked.getOrDefault(pod.uid(), 0L)));
        List<CandidatePod> next = inTurn.subList(0, Math.min(most, inTurn.size()));
        next.forEach(pod -> asked.put(pod.uid(), turn));
        return next;
    }
}
