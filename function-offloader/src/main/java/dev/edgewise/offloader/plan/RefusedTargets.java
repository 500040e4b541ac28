package dev.edgewise.offloader.plan;

import dev.edgewise.offloader.safety.MoveRefusal;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the targets that the scheduler refused for a pod: for a while it goes elsewhere, or lets others go first.
 * Immutable.
 */
public final class RefusedTargets {
    private final long pause;
    private final Map<Move, Refused> refused;

    /** @param pod its UID */
    private record Move(String pod, String target) {}

    private record Refused(MoveRefusal refusal, long at) {}

    private RefusedTargets(long pause, Map<Move, Refused> refused) {
        this.pause = pause;
        this.refused = Collections.unmodifiableMap(refused);
    }

    /** @param pause how long a pod that the scheduler would not place on its target lets others go first */
    public static RefusedTargets none(Duration pause) {
        return new RefusedTargets(pause.toNanos(), Map.of());
    }

    /**
     * Adds verdicts that the scheduler refused.
     *
     * @param now reading of a monotonic clock, in ns
     */
    public RefusedTargets with(Map<MoveDecision, MoveRefusal> refusals, long now) {
        Map<Move, Refused> all = new HashMap<>(refused);
        all.values().removeIf(each -> now - each.at() >= pause);
        refusals.forEach((decision, refusal) ->
                all.put(new Move(decision.pod().uid(), String.valueOf(decision.target())), new Refused(refusal, now)));
        return new RefusedTargets(pause, all);
    }

    /** Returns the same pause, without refusals. */
    public RefusedTargets forget() {
        return new RefusedTargets(pause, Map.of());
    }

    /** Returns the refusal of the pod on that target, if there was one lately. */
    Optional<MoveRefusal> of(String pod, String target, long now) {
        return Optional.ofNullable(refused.get(new Move(pod, target)))
                .filter(each -> now - each.at() < pause)
                .map(Refused::refusal);
    }
}
