package dev.edgewise.scheduler.reservations;

import dev.edgewise.common.Require;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which reservations may hold room.
 *
 * @param mostObjectsPerNamespace how many of one namespace are looked at, 1..100,000: of more nothing is kept, and their status says so
 * @param sharePerNamespace of the cluster's allocatable CPU and memory, 0..1, which one namespace may reserve where no ResourceQuota of it limits the resource
 * @param mostPerNamespace how many of one namespace at a time, 0..10,000; the next oldest follows when one ends
 * @param priority of reservations for a selector, or for a controller without pods, -2,147,483,648..1,000,000,000: pods of a higher one may end them. Kubernetes gives 0 to pods
 *     without a PriorityClass, unless one has {@code globalDefault: true}
 */
@ConfigurationProperties("edgewise.scheduler.reservations")
record ReservationProperties(
        @DefaultValue("0.2") double sharePerNamespace,
        @DefaultValue("1000") int mostObjectsPerNamespace,
        @DefaultValue("100") int mostPerNamespace,
        @DefaultValue("0") int priority) {
    public ReservationProperties {
        Require.that(
                sharePerNamespace >= 0 && sharePerNamespace <= 1,
                "edgewise.scheduler.reservations.share-per-namespace",
                sharePerNamespace,
                "from 0 to 1, such as 0.2");
        Require.within(
                "edgewise.scheduler.reservations.most-objects-per-namespace", mostObjectsPerNamespace, 1, 100_000);
        Require.within("edgewise.scheduler.reservations.most-per-namespace", mostPerNamespace, 0, 10_000);
        Require.within("edgewise.scheduler.reservations.priority", priority, Integer.MIN_VALUE, 1_000_000_000);
    }
}
