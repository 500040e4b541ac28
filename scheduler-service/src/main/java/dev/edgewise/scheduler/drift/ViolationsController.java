package dev.edgewise.scheduler.drift;

import dev.edgewise.common.security.Needs;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.Page;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Room;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import java.time.Clock;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Lists pods whose delay needs are broken. */
@RestController
class ViolationsController {
    private final Drift drift;
    private final ClusterState state;
    private final Clock clock;
    private final Ticker ticker;

    private record Placed(Place place, Violation violation) {}

    ViolationsController(Drift drift, ClusterState state, Clock clock, Ticker ticker) {
        this.drift = drift;
        this.state = state;
        this.clock = clock;
        this.ticker = ticker;
    }

    /**
     * The pods, the worst first.
     *
     * @param perNamespace as many of each namespace at most, so that none crowds out the others; null for all
     */
    @GetMapping("/api/v1/violations")
    @Needs(verb = "list", group = "", resource = "pods", everywhere = true)
    Page<ViolationResponse> violations(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable Integer perNamespace) {
        if (perNamespace != null && perNamespace < 1) {
            throw new InvalidInputException("perNamespace", perNamespace, "1 or more");
        }
        Place begin = after == null ? null : Place.parse(after);
        Map<String, Integer> counts = new HashMap<>();
        Stream<Placed> rest = drift.violations().stream()
                .map(each -> new Placed(Place.of(each), each))
                .sorted(Comparator.comparing(Placed::place))
                .filter(each -> perNamespace == null
                        || counts.merge(each.violation().pod().namespace(), 1, Integer::sum) <= perNamespace)
                .filter(each -> begin == null || each.place().compareTo(begin) > 0);
        Snapshot snapshot = state.snapshot();
        return Page.of(rest, limit, each -> each.place().toString(), each -> response(each.violation(), snapshot));
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

    /** Beside all that is kept there: that is for failures. */
    private @Nullable String roomyBackup(Pod pod, Snapshot snapshot) {
        Pod known = state.pod(pod.key());
        String name = known == null || !known.isSameAs(pod) ? null : known.backupNode();
        NodeState backup = name == null || name.equals(pod.spec().nodeName()) ? null : snapshot.node(name);
        boolean hasRoom = backup != null
                && Room.lacking(backup, pod.spec().requests().needed()).isEmpty();
        return hasRoom ? name : null;
    }
}
