package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.outcomes.Cause;
import java.util.Optional;

/** Which Warning events are causes. */
final class Troubles {
    /** Fewer are usual when a pod starts. */
    private static final int SEVERAL = 3;

    private Troubles() {}

    /** Empty if it is none, or has not happened often enough to be one. */
    static Optional<Cause> cause(PodTrouble trouble) {
        return switch (trouble.reason()) {
            case "FailedMount", "FailedAttachVolume", "FailedMapVolume" -> after(2, trouble, Cause.VOLUME);
            case "FailedBinding" -> Optional.of(Cause.BINDING);
            case PodTrouble.FAILED_SCHEDULING -> trouble.isOfBinding() ? Optional.of(Cause.BINDING) : Optional.empty();
            case "FailedCreatePodSandBox" -> after(SEVERAL, trouble, Cause.STUCK);
            case "Unhealthy" -> after(SEVERAL, trouble, Cause.PROBE);
            default -> Optional.empty();
        };
    }

    private static Optional<Cause> after(int times, PodTrouble trouble, Cause cause) {
        return trouble.count() >= times ? Optional.of(cause) : Optional.empty();
    }
}
