package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.limits.RetainedSizeEstimator;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Requirement;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads which pods Services and controllers select; {@link LabelSelector#NOTHING} if they select none. A controller
 * with zero replicas selects none: a Deployment keeps about ten old ReplicaSets beside each with pods.
 */
final class SelectorConverter {
    private SelectorConverter() {}

    /** @throws InvalidObjectException naming the field that cannot be understood */
    public static LabelSelector convert(Service service) {
        var spec = service.getSpec();
        return spec == null ? LabelSelector.NOTHING : labels(spec.getSelector());
    }

    /** @throws InvalidObjectException naming the field that cannot be understood */
    public static LabelSelector convert(ReplicationController controller) {
        var spec = controller.getSpec();
        return spec == null || isZero(spec.getReplicas()) ? LabelSelector.NOTHING : labels(spec.getSelector());
    }

    /** @throws InvalidObjectException naming the field that cannot be understood */
    public static LabelSelector convert(ReplicaSet set) {
        var spec = set.getSpec();
        return spec == null || isZero(spec.getReplicas()) ? LabelSelector.NOTHING : labels(spec.getSelector());
    }

    /** @throws InvalidObjectException naming the field that cannot be understood */
    public static LabelSelector convert(StatefulSet set) {
        var spec = set.getSpec();
        return spec == null || isZero(spec.getReplicas()) ? LabelSelector.NOTHING : labels(spec.getSelector());
    }

    static boolean isZero(@Nullable Integer replicas) {
        return replicas != null && replicas == 0;
    }

    private static LabelSelector labels(io.fabric8.kubernetes.api.model.@Nullable LabelSelector selector) {
        return RetainedSizeEstimator.checked(
                "spec.selector", FieldReader.in("spec.selector", () -> Selectors.labels(selector)));
    }

    private static LabelSelector labels(@Nullable Map<String, String> labels) {
        List<Requirement> requirements = new ArrayList<>();
        RetainedSizeEstimator.checked("spec.selector", FieldReader.texts("spec.selector", labels))
                .forEach((key, value) -> requirements.add(Requirement.in(key, value)));
        return requirements.isEmpty() ? LabelSelector.NOTHING : LabelSelector.of(requirements);
    }
}
