package dev.edgewise.kubernetes.requests;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a pod requests of its node as a whole: containers and sidecars together, or the largest init container, and its overhead. */
public final class PodRequests {
    private static final String CPU = "cpu";

    private PodRequests() {}

    /** In millicores, rounded up. */
    public static long cpuMillis(Pod pod) {
        return of(pod, CPU).movePointRight(3).setScale(0, RoundingMode.CEILING).longValue();
    }

    /** Each resource with its amount in whole units, CPU in millicores, as a container's requests have them; none of zero. */
    public static Map<String, String> of(Pod pod) {
        return containers(pod.getSpec())
                .flatMap(container -> requests(container).keySet().stream())
                .distinct()
                .filter(resource -> of(pod, resource).signum() > 0)
                .collect(Collectors.toMap(
                        resource -> resource, resource -> text(pod, resource), (one, same) -> one, TreeMap::new));
    }

    private static String text(Pod pod, String resource) {
        return resource.equals(CPU)
                ? cpuMillis(pod) + "m"
                : of(pod, resource).setScale(0, RoundingMode.CEILING).toPlainString();
    }

    private static BigDecimal of(Pod pod, String resource) {
        PodSpec spec = pod.getSpec();
        BigDecimal sidecars = BigDecimal.ZERO;
        BigDecimal largest = BigDecimal.ZERO;
        for (Container container : init(spec)) {
            BigDecimal needed = amount(requests(container), resource);
            largest = largest.max(sidecars.add(needed));
            sidecars = "Always".equals(container.getRestartPolicy()) ? sidecars.add(needed) : sidecars;
        }
        BigDecimal running = spec.getContainers().stream()
                .map(container -> amount(requests(container), resource))
                .reduce(sidecars, BigDecimal::add);
        return running.max(largest).add(amount(spec.getOverhead(), resource));
    }

    private static Stream<Container> containers(PodSpec spec) {
        return Stream.concat(spec.getContainers().stream(), init(spec).stream());
    }

    private static List<Container> init(PodSpec spec) {
        return Objects.requireNonNullElse(spec.getInitContainers(), List.of());
    }

    private static Map<String, Quantity> requests(Container container) {
        return container.getResources() == null || container.getResources().getRequests() == null
                ? Map.of()
                : container.getResources().getRequests();
    }

    private static BigDecimal amount(@Nullable Map<String, Quantity> amounts, String resource) {
        Quantity quantity = amounts == null ? null : amounts.get(resource);
        return quantity == null ? BigDecimal.ZERO : Quantity.getAmountInBytes(quantity);
    }
}
