package dev.edgewise.scheduler.violations;

import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.Page;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.violations.PodsOnQuarantinedNodes.Quarantined;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Lists pods on nodes that are in quarantine for their type. */
@RestController
@OnAnyReplica(from = "what it watches, and the signals that it follows")
class QuarantineController {
    /** A list is made again so often at most. */
    private static final Duration LISTED_FOR = Duration.ofSeconds(5);

    private final RoundRobinListPager<Quarantined> list;

    QuarantineController(ProfileSet profiles, ClusterState state, Clock clock, Ticker ticker) {
        PodsOnQuarantinedNodes quarantined = new PodsOnQuarantinedNodes(profiles);
        this.list = new RoundRobinListPager<>(
                () -> quarantined.of(state.snapshot().at(clock.instant())),
                () -> Math.floorDiv(ticker.nanos(), LISTED_FOR.toNanos()),
                found -> ViolationListPosition.first(found.severity(), found.pod()),
                ticker);
    }

    /**
     * Returns the pods in quarantined places: namespaces take turns, so that none crowds out the others, each with the
     * pods first whose type does worst there.
     */
    @GetMapping("/api/v1/quarantine")
    @RequiresPermission(verb = "list", group = "", resource = "pods", everywhere = true)
    Page<QuarantinedPodResponse> quarantine(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after) {
        return Page.of(
                list.after(after),
                limit,
                RoundRobinListPager.Placed::token,
                each -> QuarantinedPodResponse.of(each.element()));
    }
}
