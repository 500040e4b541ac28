package dev.edgewise.offloader.safety;

import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import java.util.Arrays;
import java.util.Optional;

/** Decides by the pod and its workload alone whether the pod may be moved now. */
public final class MoveEligibility {
    private final SafetySettings settings;

    public MoveEligibility(SafetySettings settings) {
        this.settings = settings;
    }

    /** Returns why the pod must stay; empty if it need not. */
    public Optional<MoveRefusal> check(MovablePod pod) {
        Optional<MoveRefusal> unfit = unfit(pod);
        if (unfit.isPresent()) {
            return unfit;
        }
        if (pod.priority() >= settings.priorityCeiling()) {
            return refuse(
                    Reason.PRIORITY,
                    "its priority is " + pod.priority() + ": pods are moved below " + settings.priorityCeiling());
        }
        if (pod.age().compareTo(settings.minAge()) < 0) {
            return refuse(
                    Reason.TOO_YOUNG,
                    (pod.age().isZero()
                                    ? "it is not ready"
                                    : "it is ready for " + pod.age().toSeconds() + " s")
                            + ": pods are moved after "
                            + settings.minAge().toSeconds() + " s");
        }
        return replicas(pod);
    }

    private Optional<MoveRefusal> unfit(MovablePod pod) {
        if (pod.unfitReasons().isEmpty()) {
            return Optional.empty();
        }
        return Arrays.stream(UnmovablePodReason.values())
                .filter(reason -> pod.unfitReasons().contains(reason)
                        && !settings.allowed().contains(reason))
                .findFirst()
                .map(reason -> new MoveRefusal(
                        reason == UnmovablePodReason.TERMINATING ? Reason.TERMINATING : Reason.UNFIT, reason.why()));
    }

    private Optional<MoveRefusal> replicas(MovablePod pod) {
        if (pod.readyReplicas() < pod.replicas()) {
            return refuse(
                    Reason.NOT_ALL_READY,
                    pod.readyReplicas() + " of " + pod.replicas() + " replicas of its workload are ready");
        }
        if (pod.replicas() <= 1 && settings.singles() == SafetySettings.Singles.STAY) {
            return refuse(Reason.SINGLE_REPLICA, "its workload has one replica, which would be missed");
        }
        if (pod.replicas() <= 1 && !pod.workload().kind().equals("Deployment")) {
            return refuse(
                    Reason.SINGLE_REPLICA,
                    "its workload has one replica, and is no Deployment, which could have a second one for a while");
        }
        return Optional.empty();
    }

    private static Optional<MoveRefusal> refuse(Reason reason, String message) {
        return Optional.of(new MoveRefusal(reason, message));
    }
}
