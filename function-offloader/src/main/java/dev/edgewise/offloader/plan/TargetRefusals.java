package dev.edgewise.offloader.plan;

import dev.edgewise.offloader.safety.Refusal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Targets on which the scheduler would not place a pod: for a while it goes elsewhere, or lets others go first. For one thread at a time. */
final class TargetRefusals {
    private final long pause;
    private final Map<Move, Refused> refused = new HashMap<>();

    /** @param pod its UID */
    private record Move(String pod, String target) {}

    private record Refused(Refusal refusal, long at) {}

    TargetRefusals(Duration pause) {
        this.pause = pause.toNanos();
    }

    TargetRefusals copy() {
        TargetRefusals copy = new TargetRefusals(Duration.ofNanos(pause));
        copy.refused.putAll(refused);
        return copy;
    }

    void add(String pod, String target, Refusal refusal, long now) {
        refused.values().removeIf(each -> now - each.at() >= pause);
        refused.put(new Move(pod, target), new Refused(refusal, now));
    }

    void forget() {
        refused.clear();
    }

    /** What the scheduler said of the pod and that target lately. */
    Optional<Refusal> of(String pod, String target, long now) {
        return Optional.ofNullable(refused.get(new Move(pod, target)))
                .filter(each -> now - each.at() < pause)
                .map(Refused::refusal);
    }
}
