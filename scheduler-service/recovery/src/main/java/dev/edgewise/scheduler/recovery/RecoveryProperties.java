package dev.edgewise.scheduler.recovery;

import dev.edgewise.common.Require;
import java.time.Duration;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of recovery: which pods are protected, and against which failures.
 *
 * @param profiles profiles whose pods are protected; empty: none [names of profiles]
 * @param failures nodes that may fail together: capacity is reserved for as many [1 to 5]
 * @param causes what counts as a failure [one or more of not-ready, unreachable, deleted, silent]
 * @param grace how long a failure must last before pods restart elsewhere [0s to 1h]
 * @param notReadyGrace how long a node whose kubelet reports must be not ready before its pods restart [0s to 1h]
 * @param lastGrace how long a failure must last where one more failed node would pause recovery [0s to 1h]
 * @param forceDelete whether lost pods are deleted before their nodes confirm that they stopped, those of a
 *     StatefulSet, too [boolean]
 * @param visible how {@code kubectl} and other schedulers see the capacity that backups reserve [none,
 *     reservations, balloons]
 */
@ConfigurationProperties("edgewise.scheduler.recovery")
public record RecoveryProperties(
        @DefaultValue("custom-scheduler") Set<String> profiles,
        @DefaultValue("1") int failures,
        @DefaultValue({"not-ready", "unreachable", "deleted"}) Set<FailureCause> causes,
        @DefaultValue("2s") Duration grace,
        @DefaultValue("30s") Duration notReadyGrace,
        @DefaultValue("15s") Duration lastGrace,
        @DefaultValue("false") boolean forceDelete,
        @DefaultValue("reservations") Visible visible) {
    /** The ways in which the room is seen. */
    public enum Visible {
        /** Reserves are shown by REST and the page only. */
        NONE,
        /** Reserves are shown as one Reservation for each node that has one. */
        RESERVATIONS,
        /** Reserves are held by pods on their nodes, so that other schedulers leave the capacity free. */
        BALLOONS
    }

    private static final Duration LONGEST_GRACE = Duration.ofHours(1);

    public RecoveryProperties {
        requireGrace("edgewise.scheduler.recovery.grace", grace);
        requireGrace("edgewise.scheduler.recovery.not-ready-grace", notReadyGrace);
        requireGrace("edgewise.scheduler.recovery.last-grace", lastGrace);
        Require.within("edgewise.scheduler.recovery.failures", failures, 1, 5);
        Require.that(
                !causes.isEmpty(),
                "edgewise.scheduler.recovery.causes",
                "empty",
                "one or more of not-ready, unreachable, deleted, silent; name no profiles to protect nothing");
        profiles = Set.copyOf(profiles);
        causes = Set.copyOf(causes);
    }

    private static void requireGrace(String property, Duration grace) {
        Require.that(
                !grace.isNegative() && grace.compareTo(LONGEST_GRACE) <= 0, property, grace, "0s to 1h, such as 5s");
    }
}
