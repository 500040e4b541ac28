package dev.edgewise.rewards.learning.facts;

import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.util.Optional;

/** The causes of outcomes by the reasons of Warning events. */
final class WarningCauses {
    /** The number of events from which they count: fewer are usual when a pod starts. */
    private static final int SEVERAL = 3;

    private WarningCauses() {}

    /** Returns the cause; empty if the event does not count, or has not happened often enough. */
    static Optional<OutcomeCause> cause(PodWarning warning) {
        return switch (warning.reason()) {
            case "FailedMount", "FailedAttachVolume", "FailedMapVolume" -> after(2, warning, OutcomeCause.VOLUME);
            case "FailedBinding" -> Optional.of(OutcomeCause.BINDING);
            case PodWarning.FAILED_SCHEDULING ->
                warning.isOfBinding() ? Optional.of(OutcomeCause.BINDING) : Optional.empty();
            case "FailedCreatePodSandBox" -> after(SEVERAL, warning, OutcomeCause.STUCK);
            case "Unhealthy" -> after(SEVERAL, warning, OutcomeCause.PROBE);
            default -> Optional.empty();
        };
    }

    private static Optional<OutcomeCause> after(int times, PodWarning warning, OutcomeCause cause) {
        return warning.count() >= times ? Optional.of(cause) : Optional.empty();
    }
}
