package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.pipeline.Profile;
import dev.edgewise.scheduler.preemption.Preemption;
import dev.edgewise.scheduler.preemption.Preemption.Outcome;
import dev.edgewise.scheduler.preemption.Victims;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Carries preemptions out and keeps a pod from preempting again before its victims begin to leave. One thread only. */
final class Preemptor {
    /** Evictions that show no effect after this time have failed; the pod may look again. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final ClusterState state;
    private final Preemption preemption;
    private final CyclePorts ports;
    private final Ticker ticker;
    private final Map<PodKey, Ordered> ordered = new HashMap<>();

    private record Ordered(Victims victims, long at) {}

    Preemptor(ClusterState state, Preemption preemption, CyclePorts ports, Ticker ticker) {
        this.state = state;
        this.preemption = preemption;
        this.ports = ports;
        this.ticker = ticker;
    }

    Outcome preempt(Profile profile, Attempt attempt) {
        ordered.values().removeIf(order -> ticker.since(order.at()).compareTo(PATIENCE) > 0);
        Pod pod = attempt.pod();
        Ordered earlier = ordered.get(pod.key());
        if (earlier != null && earlier.victims().pods().stream().anyMatch(this::isUntouched)) {
            return Outcome.notEligible("a terminating pod on the nominated node");
        }
        Outcome outcome = preemption.find(profile, pod, attempt.snapshot());
        Victims victims = outcome.victims();
        if (!ports.mandate().holds()) {
            return outcome;
        }
        if (victims != null) {
            carryOut(attempt, victims);
        } else if (outcome.hopeless() && pod.status().nominatedNode() != null) {
            withdraw(pod);
        }
        return outcome;
    }

    private void carryOut(Attempt attempt, Victims victims) {
        Pod pod = attempt.pod();
        ordered.put(pod.key(), new Ordered(victims, ticker.nanos()));
        state.nominate(pod, victims.node());
        List<Pod> crowdedOut = attempt.snapshot().nominatedTo(victims.node()).stream()
                .filter(other -> other.spec().priority() < pod.spec().priority())
                .toList();
        crowdedOut.forEach(this::withdraw);
        ports.evictor().preempt(pod, victims.node(), victims.pods());
    }

    private void withdraw(Pod pod) {
        state.nominate(pod, null);
        ports.evictor().withdraw(pod);
    }

    private boolean isUntouched(Pod victim) {
        Pod now = state.pod(victim.key());
        return now != null && now.isSameAs(victim) && !now.terminating();
    }
}
