package dev.edgewise.offloader.plan;

import dev.edgewise.offloader.safety.Refusal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Pods that the scheduler would not place on their targets: they let others go first for a while. For one thread at a time. */
final class TargetRefusals {
    private final long pause;
    private final Map<String, Refused> refused = new HashMap<>();

    private record Refused(String target, Refusal refusal, long at) {}

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
        refused.put(pod, new Refused(target, refusal, now));
    }

    void forget() {
        refused.clear();
    }

    /** What the scheduler said of the pod and that target lately. */
    Optional<Refusal> of(String pod, String target, long now) {
        return Optional.ofNullable(refused.get(pod))
                .filter(each -> each.target().equals(target) && now - each.at() < pause)
                .map(Refused::refusal);
    }
}
