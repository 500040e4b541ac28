package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.limits.RetainedSizeEstimator;
import dev.edgewise.scheduler.model.DisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.Set;

/** Reads a PodDisruptionBudget of {@code policy/v1}. */
final class DisruptionBudgetConverter {
    private DisruptionBudgetConverter() {}

    /** @throws InvalidObjectException naming the field that cannot be understood */
    public static DisruptionBudget convert(PodDisruptionBudget budget) {
        var spec = budget.getSpec();
        var status = budget.getStatus();
        return new DisruptionBudget(
                FieldReader.text("metadata.namespace", budget.getMetadata().getNamespace()),
                FieldReader.text("metadata.name", budget.getMetadata().getName()),
                RetainedSizeEstimator.checked(
                        "spec.selector",
                        FieldReader.in(
                                "spec.selector", () -> Selectors.labels(spec == null ? null : spec.getSelector()))),
                status == null || status.getDisruptionsAllowed() == null ? 0 : status.getDisruptionsAllowed(),
                status == null || status.getDisruptedPods() == null
                        ? Set.of()
                        : status.getDisruptedPods().keySet());
    }
}
