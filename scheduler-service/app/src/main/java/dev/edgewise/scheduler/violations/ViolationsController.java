package dev.edgewise.scheduler.violations;

import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.Page;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeCapacityCalculator;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Lists pods whose delay needs are broken. */
@RestController
@OnAnyReplica(from = "its own judgement of all pods, which each replica makes")
class ViolationsController {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final ViolationTracker drift;
    private final RoundRobinListPager<Violation> list;
    private final ClusterState state;
    private final Clock clock;
    private final Ticker ticker;

    ViolationsController(ViolationTracker drift, ClusterState state, Clock clock, Ticker ticker) {
        this.drift = drift;
        this.list = new RoundRobinListPager<>(
                drift::violations,
                drift::changes,
                violation -> ViolationListPosition.first(violation.need().share(), violation.pod()),
                ticker);
        this.state = state;
        this.clock = clock;
        this.ticker = ticker;
    }

    /** The pods: namespaces take turns, so that none crowds out the others, each with its worst first. */
    @GetMapping("/api/v1/violations")
    @RequiresPermission(verb = "list", group = "", resource = "pods", everywhere = true)
    Page<ViolationResponse> violations(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after) {
        Snapshot snapshot = state.snapshot();
        if (!drift.isComplete() && !snapshot.nodes().isEmpty()) {
            // Who takes a part for all takes other needs for met.
            throw new BusyException("This replica has just started, and has not judged all pods yet", RETRY_AFTER);
        }
        return Page.of(
                list.after(after),
                limit,
                RoundRobinListPager.Placed::token,
                each -> response(each.element(), snapshot));
    }

    private ViolationResponse response(Violation violation, Snapshot snapshot) {
        Pod pod = violation.pod();
        return new ViolationResponse(
                pod.key().toString(),
                pod.uid(),
                String.valueOf(pod.spec().nodeName()),
                violation.need().reason(),
                violation.need().share(),
                clock.instant().minus(ticker.since(violation.since())),
                roomyBackup(pod, snapshot));
    }

    /** Returns the pod's backup if it has free capacity beside all reserves, which are for failures; else null. */
    private @Nullable String roomyBackup(Pod pod, Snapshot snapshot) {
        PodWithBackup known = state.protection().find(pod.key());
        String name = known == null || !known.pod().isSameAs(pod) ? null : known.backup();
        NodeState backup = name == null ? null : snapshot.node(name);
        boolean hasRoom = backup != null
                && NodeCapacityCalculator.lacking(backup, pod.spec().requests().needed())
                        .isEmpty();
        return hasRoom ? name : null;
    }
}
