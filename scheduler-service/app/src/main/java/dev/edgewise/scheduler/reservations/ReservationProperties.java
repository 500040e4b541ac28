package dev.edgewise.scheduler.reservations;

import dev.edgewise.common.Require;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the limits of reservations.
 *
 * @param sharePerNamespace share of the cluster's CPU and memory that a namespace without quota may reserve [0 to
 *     1]
 * @param mostObjectsPerNamespace reservations of one namespace that are read; further ones reserve nothing [1 to
 *     100000]
 * @param mostPerNamespace reservations of one namespace that are active at a time [0 to 10000]
 * @param priority priority of a reservation for a selector, or for a controller without pods
 *     [−2,147,483,648 to 1,000,000,000]
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
