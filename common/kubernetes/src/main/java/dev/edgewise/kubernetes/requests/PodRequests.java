package dev.edgewise.kubernetes.requests;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Resources that a pod requests of its node as a whole: containers and sidecars together, or the largest init
 * container, unless the pod itself requests another amount; and its overhead.
 */
public final class PodRequests {
    /** A billion cores, in millicores: what is more counts as that, as the sum of a million pods must not overflow. */
    public static final long MOST_CPU_MILLIS = 1_000_000_000_000L;

    private static final String CPU = "cpu";

    private PodRequests() {}

    /** CPU request in millicores, rounded up: 0 to {@link #MOST_CPU_MILLIS}. */
    public static long cpuMillis(Pod pod) {
        return millis(amounts(pod).getOrDefault(CPU, BigDecimal.ZERO));
    }

    /**
     * Each resource with its amount in whole units, CPU as {@link #cpuMillis}, as a container's requests have them;
     * none of zero.
     */
    public static Map<String, String> of(Pod pod) {
        Map<String, String> requests = new TreeMap<>();
        amounts(pod).forEach((resource, amount) -> {
            if (amount.signum() > 0) {
                requests.put(resource, text(resource, amount));
            }
        });
        return requests;
    }

    private static String text(String resource, BigDecimal amount) {
        return resource.equals(CPU)
                ? millis(amount) + "m"
                : amount.setScale(0, RoundingMode.CEILING).toPlainString();
    }

    private static long millis(BigDecimal cores) {
        return cores.movePointRight(3)
                .setScale(0, RoundingMode.CEILING)
                .min(BigDecimal.valueOf(MOST_CPU_MILLIS))
                .longValue();
    }

    /** Sums the amounts, reading each container once, however many resources there are. */
    private static Map<String, BigDecimal> amounts(Pod pod) {
        PodSpec spec = pod.getSpec();
        Map<String, BigDecimal> running = new HashMap<>();
        Map<String, BigDecimal> amounts = new HashMap<>();
        for (Container container : init(spec)) {
            // Of those that run so far, sidecars are left.
            each(
                    requests(container.getResources()),
                    (resource, needed) -> amounts.merge(
                            resource,
                            running.getOrDefault(resource, BigDecimal.ZERO).add(needed),
                            BigDecimal::max));
            if ("Always".equals(container.getRestartPolicy())) {
                add(running, requests(container.getResources()));
            }
        }
        spec.getContainers().forEach(container -> add(running, requests(container.getResources())));
        running.forEach((resource, needed) -> amounts.merge(resource, needed, BigDecimal::max));
        each(requests(spec.getResources()), amounts::put);
        add(amounts, spec.getOverhead());
        return amounts;
    }

    private static List<Container> init(PodSpec spec) {
        return Objects.requireNonNullElse(spec.getInitContainers(), List.of());
    }

    private static Map<String, Quantity> requests(@Nullable ResourceRequirements resources) {
        return resources == null || resources.getRequests() == null ? Map.of() : resources.getRequests();
    }

    private static void add(Map<String, BigDecimal> sums, @Nullable Map<String, Quantity> more) {
        each(more, (resource, needed) -> sums.merge(resource, needed, BigDecimal::add));
    }

    private static void each(@Nullable Map<String, Quantity> amounts, BiConsumer<String, BigDecimal> visitor) {
        if (amounts != null) {
            amounts.forEach((resource, quantity) -> {
                if (quantity != null) {
                    visitor.accept(resource, Quantity.getAmountInBytes(quantity));
                }
            });
        }
    }
}
