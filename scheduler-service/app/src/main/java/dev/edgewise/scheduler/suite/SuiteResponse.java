package dev.edgewise.scheduler.suite;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The services of the suite that are installed in this service's namespace.
 *
 * @param observedAt when they were asked
 * @param services by name
 */
record SuiteResponse(Instant observedAt, List<Service> services) {
    /**
     * One service.
     *
     * @param health the worst of its replicas; {@code DOWN} without a ready one
     * @param replicas that its Deployment is to have, 0 or more; null if it has no Deployment of its name
     * @param ready replicas that are ready
     * @param instances the ready replicas, 20 at most
     * @param versions of its replicas, sorted; more than one while an upgrade rolls out
     */
    record Service(
            String name,
            Health health,
            @Nullable Integer replicas,
            int ready,
            List<String> versions,
            List<Replica> instances) {
        static Service of(String name, @Nullable Integer replicas, int ready, List<Replica> instances) {
            Health health = instances.stream()
                    .map(Replica::health)
                    .max(Comparator.naturalOrder())
                    .orElse(Health.DOWN);
            List<String> versions =
                    instances.stream().map(Replica::version).distinct().sorted().toList();
            return new Service(name, health, replicas, ready, versions, instances);
        }
    }

    /**
     * One replica that is ready.
     *
     * @param address of its pod
     * @param version {@code unknown} if it does not say
     * @param impaired its health components that are not up, with their status
     * @param error why its health is not known; null if it is
     */
    record Replica(
            String address,
            String version,
            Health health,
            Map<String, String> impaired,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String error) {
        static Replica unreachable(String address, String error) {
            return new Replica(address, "unknown", Health.UNREACHABLE, Map.of(), error);
        }
    }

    /** The health of a service, from best to worst. */
    enum Health {
        UP,
        DEGRADED,
        UNKNOWN,
        UNREACHABLE,
        OUT_OF_SERVICE,
        DOWN;

        static Health of(String status) {
            for (Health health : values()) {
                if (health.name().equals(status)) {
                    return health;
                }
            }
            return UNKNOWN;
        }
    }
}
