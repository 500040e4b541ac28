package dev.edgewise.offloader.safety;

import dev.edgewise.offloader.safety.Refusal.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How often in a row plans want pods moved: one bad reading moves nothing, and one good reading does not make up for many bad ones. For one thread at a time.
 */
public final class Streaks {
    private final int badReadings;
    private final int goodReadings;
    private final Map<String, Streak> streaks = new HashMap<>();

    private record Streak(int bad, int good) {}

    public Streaks(SafetySettings settings) {
        this.badReadings = settings.badReadings();
        this.goodReadings = settings.goodReadings();
    }

    /**
     * Takes in one plan.
     *
     * @param wanted UIDs of the pods that it wants moved
     * @param all UIDs of all pods that it knows; others are forgotten
     */
    public void read(Set<String> wanted, Set<String> all) {
        streaks.keySet().retainAll(all);
        streaks.replaceAll(
                (pod, streak) -> wanted.contains(pod) ? streak : new Streak(streak.bad(), streak.good() + 1));
        streaks.values().removeIf(streak -> streak.good() >= goodReadings);
        wanted.forEach(pod -> streaks.merge(pod, new Streak(1, 0), (old, one) -> new Streak(old.bad() + 1, 0)));
    }

    /** Why it is too early to move the pod; empty if enough plans wanted it. */
    public Optional<Refusal> check(String pod) {
        Streak streak = streaks.getOrDefault(pod, new Streak(0, 0));
        if (streak.bad() >= badReadings && streak.good() == 0) {
            return Optional.empty();
        }
        return Optional.of(new Refusal(
                Reason.NOT_YET_SURE, streak.bad() + " of " + badReadings + " plans in a row wanted it moved"));
    }
}
