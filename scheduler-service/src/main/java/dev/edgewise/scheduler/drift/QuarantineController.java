package dev.edgewise.scheduler.drift;

import dev.edgewise.common.security.Needs;
import dev.edgewise.common.web.Page;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.plugins.ProfileSet;
import java.time.Clock;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Lists pods on nodes that are in quarantine for their type. */
@RestController
class QuarantineController {
    private final QuarantinedPods quarantined;
    private final ClusterState state;
    private final Clock clock;

    QuarantineController(ProfileSet profiles, ClusterState state, Clock clock) {
        this.quarantined = new QuarantinedPods(profiles);
        this.state = state;
        this.clock = clock;
    }

    /** The pods, by namespace and name. */
    @GetMapping("/api/v1/quarantine")
    @Needs(verb = "list", group = "", resource = "pods", everywhere = true)
    Page<QuarantineResponse> quarantine(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after) {
        Stream<QuarantineResponse> found = quarantined.of(state.snapshot().at(clock.instant())).stream()
                .map(QuarantineResponse::of)
                .filter(pod -> after == null || pod.pod().compareTo(after) > 0)
                .sorted(Comparator.comparing(QuarantineResponse::pod));
        return Page.of(found, limit, QuarantineResponse::pod, pod -> pod);
    }
}
