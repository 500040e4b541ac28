package dev.edgewise.sandbox.cluster;

import dev.edgewise.sandbox.report.Resources;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Resource requests of a pod, counted as kube-scheduler counts them: containers and sidecars, or the largest init step,
 * and overhead.
 */
public final class PodRequests {
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

    private PodRequests() {}

    /** Returns what a pod requests. */
    public static Resources of(Pod pod) {
        Resources sidecars = new Resources(0, 0, 0);
        Resources peak = Resources.NONE;
        for (Container container : orEmpty(pod.getSpec().getInitContainers())) {
            Resources own = of(container.getResources());
            if ("Always".equals(container.getRestartPolicy())) {
                sidecars = sum(sidecars, own);
                peak = max(peak, sidecars);
            } else {
                peak = max(peak, sum(sidecars, own));
            }
        }
        Resources together = sidecars;
        for (Container container : pod.getSpec().getContainers()) {
            together = sum(together, of(container.getResources()));
        }
        Resources asked = atPodLevel(pod.getSpec().getResources(), max(peak, together));
        Map<String, Quantity> overhead = pod.getSpec().getOverhead();
        Resources all = sum(asked, resources(overhead == null ? Map.of() : overhead, 0));
        return new Resources(all.cpuMillis(), all.memoryBytes(), 1);
    }

    /** Returns these quantities of processor and memory, with that number of pods. */
    public static Resources resources(Map<String, Quantity> quantities, long pods) {
        Quantity none = new Quantity("0");
        BigDecimal cpu = quantities.getOrDefault("cpu", none).getNumericalAmount();
        BigDecimal memory = quantities.getOrDefault("memory", none).getNumericalAmount();
        return new Resources(cpu.multiply(THOUSAND).longValue(), memory.longValue(), pods);
    }

    private static Resources of(@Nullable ResourceRequirements requirements) {
        return requirements == null || requirements.getRequests() == null
                ? Resources.NONE
                : resources(requirements.getRequests(), 0);
    }

    private static Resources atPodLevel(@Nullable ResourceRequirements requirements, Resources containers) {
        if (requirements == null || requirements.getRequests() == null) {
            return containers;
        }
        Resources pod = of(requirements);
        return new Resources(
                requirements.getRequests().containsKey("cpu") ? pod.cpuMillis() : containers.cpuMillis(),
                requirements.getRequests().containsKey("memory") ? pod.memoryBytes() : containers.memoryBytes(),
                0);
    }

    private static Resources sum(Resources a, Resources b) {
        return new Resources(a.cpuMillis() + b.cpuMillis(), a.memoryBytes() + b.memoryBytes(), 0);
    }

    private static Resources max(Resources a, Resources b) {
        return new Resources(Math.max(a.cpuMillis(), b.cpuMillis()), Math.max(a.memoryBytes(), b.memoryBytes()), 0);
    }

    private static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
