package dev.edgewise.scheduler.failover;

import dev.edgewise.common.Require;
import dev.edgewise.scheduler.failover.FailureRules.Cause;
import java.time.Duration;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whose pods are protected, and against what.
 *
 * @param profiles names of profiles; empty for none
 * @param failures how many nodes may fail together, 1..5: as much room is kept
 * @param causes what counts as failed, at least one: not-ready, unreachable, deleted, silent; without unreachable, an edge node that is offline may go on by itself
 * @param grace how long it must last, 0..1 h
 * @param notReadyGrace how long a node must be not ready while its kubelet reports, 0..1 h, at least {@code grace} counts: its pods run on while containerd restarts
 * @param lastGrace how long it must last where one more failed node would hold recovery, 0..1 h, at least {@code grace} counts: nodes that are cut off together are
 *     seen one after the other
 * @param forceDelete whether lost pods are deleted although their nodes have not confirmed that they stopped: those of a StatefulSet are not
 *     replaced before; two of the same name may then run
 * @param visible how people and kubectl see the room that is kept
 */
@ConfigurationProperties("edgewise.scheduler.recovery")
record RecoveryProperties(
        @DefaultValue("custom-scheduler") Set<String> profiles,
        @DefaultValue("1") int failures,
        @DefaultValue({"not-ready", "unreachable", "deleted"}) Set<Cause> causes,
        @DefaultValue("2s") Duration grace,
        @DefaultValue("30s") Duration notReadyGrace,
        @DefaultValue("15s") Duration lastGrace,
        @DefaultValue("false") boolean forceDelete,
        @DefaultValue("reservations") Visible visible) {
    /** How the room is seen. */
    enum Visible {
        /** By REST and the page alone. */
        NONE,
        /** As one Reservation for each node that keeps room. */
        RESERVATIONS,
        /** As pods that hold it on their nodes, so that other schedulers leave it free. */
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
