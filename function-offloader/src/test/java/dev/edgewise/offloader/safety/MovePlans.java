package dev.edgewise.offloader.safety;

import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Plans that want pods moved, the limits that moves leave, and the rules that follow from both, with the default
 * settings.
 */
final class MovePlans {
    static final long SECOND = 1_000_000_000;
    static final long MINUTE = 60 * SECOND;

    final MoveLimitTracker limits = new MoveLimitTracker(SafetySettings.DEFAULT);
    private ConsecutiveReadings readings = ConsecutiveReadings.none(SafetySettings.DEFAULT);

    /** Returns a pod of a workload whose six replicas are ready, ready itself for an hour. */
    static MovablePod pod(String workload, int number, String node, UnmovablePodReason... conditions) {
        return new MovablePod(
                "openfaas-fn/" + workload + "-" + number,
                workload + "-" + number,
                new Workload("openfaas-fn", "Deployment", workload, "uid-of-" + workload),
                node,
                0,
                Duration.ofHours(1),
                6,
                6,
                Set.of(conditions));
    }

    /** Adds so many plans with readings of their own, each of which wants all pods moved for that cause. */
    void want(int plans, String cause, MovablePod... pods) {
        for (int plan = 0; plan < plans; plan++) {
            read(Set.of(cause), null, pods);
        }
    }

    /** Adds as many plans that want the pods moved as it takes. */
    void wantLongEnough(MovablePod... pods) {
        want(5, "ENERGY", pods);
    }

    /** Adds so many plans with readings of their own, which know the pod and do not want it moved. */
    void wantNothing(int plans, MovablePod pod) {
        for (int plan = 0; plan < plans; plan++) {
            read(Set.of(), null, pod);
        }
    }

    /**
     * Adds a plan.
     *
     * @param causes for which it wants the pods moved
     * @param reading its number; null for one of its own
     */
    void read(Set<String> causes, @Nullable Long reading, MovablePod... pods) {
        Map<String, Set<String>> known = Arrays.stream(pods).collect(Collectors.toMap(MovablePod::uid, pod -> causes));
        readings = readings.read(causes.isEmpty() ? Map.of() : known, known.keySet(), (uid, cause) -> reading);
    }

    ConsecutiveReadings readings() {
        return readings;
    }

    SafetyRules rules() {
        return limits.rules(readings);
    }

    /** Returns why the pod does not move for its energy now; null if it may. */
    @Nullable
    Reason reason(MovablePod pod, String target, long now) {
        return rules().check(pod, "ENERGY", target, now)
                .map(MoveRefusal::reason)
                .orElse(null);
    }

    /** Returns the message that refuses a move to edge-2 at the start. */
    String refusal(MovablePod pod, String cause) {
        return rules().check(pod, cause, "edge-2", 0).orElseThrow().message();
    }
}
