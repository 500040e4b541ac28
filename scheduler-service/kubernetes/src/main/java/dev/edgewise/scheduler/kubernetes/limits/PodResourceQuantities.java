package dev.edgewise.scheduler.kubernetes.limits;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Every amount of a resource that a pod states, wherever it does. */
public final class PodResourceQuantities {
    private static final Set<String> CORE = Set.of(ResourceSum.CPU, ResourceSum.MEMORY, ResourceSum.EPHEMERAL_STORAGE);

    private PodResourceQuantities() {}

    /** How many amounts there are; a name counts as often as it has one. */
    static int count(Pod pod) {
        int[] count = {0};
        each(pod, amounts -> count[0] += amounts.size());
        return count[0];
    }

    static Set<String> names(Pod pod) {
        Set<String> names = new HashSet<>();
        each(pod, amounts -> names.addAll(amounts.keySet()));
        return names;
    }

    /** Leaves out everything but CPU, memory and ephemeral storage. */
    public static void keepCore(Pod pod) {
        each(pod, amounts -> amounts.keySet().retainAll(CORE));
    }

    public static void dropUnreadable(Pod pod) {
        each(pod, LenientReader::dropUnreadable);
    }

    private static void each(Pod pod, Consumer<Map<String, Quantity>> action) {
        var spec = pod.getSpec();
        each(spec.getContainers(), action);
        each(spec.getInitContainers(), action);
        ofRequirements(spec.getResources(), action);
        of(spec.getOverhead(), action);
        var status = pod.getStatus();
        if (status != null) {
            ofRequirements(status.getResources(), action);
            of(status.getAllocatedResources(), action);
            ofStatuses(status.getContainerStatuses(), action);
            ofStatuses(status.getInitContainerStatuses(), action);
        }
    }

    private static void each(List<@Nullable Container> containers, Consumer<Map<String, Quantity>> action) {
        for (Container container : containers) {
            if (container != null) {
                ofRequirements(container.getResources(), action);
            }
        }
    }

    private static void ofStatuses(List<@Nullable ContainerStatus> statuses, Consumer<Map<String, Quantity>> action) {
        for (ContainerStatus status : statuses) {
            if (status != null) {
                ofRequirements(status.getResources(), action);
                of(status.getAllocatedResources(), action);
            }
        }
    }

    private static void ofRequirements(
            @Nullable ResourceRequirements resources, Consumer<Map<String, Quantity>> action) {
        if (resources != null) {
            of(resources.getRequests(), action);
            of(resources.getLimits(), action);
        }
    }

    private static void of(@Nullable Map<String, Quantity> amounts, Consumer<Map<String, Quantity>> action) {
        if (amounts != null) {
            action.accept(amounts);
        }
    }
}
