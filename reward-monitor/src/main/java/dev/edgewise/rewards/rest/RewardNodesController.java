package dev.edgewise.rewards.rest;

import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.Page;
import dev.edgewise.rewards.monitor.CurrentRewardsViewProvider;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Returns the rewards of nodes over all types of pods. */
@RestController
@OnAnyReplica(from = "what the leader publishes")
@RequestMapping("/api/v1/reward-nodes")
class RewardNodesController {
    private final CurrentRewardsViewProvider known;
    private final Clock clock;

    RewardNodesController(CurrentRewardsViewProvider known, Clock clock) {
        this.known = known;
        this.clock = clock;
    }

    /** A node over all types. */
    record NodeResponse(String node, RewardResponse reward) {}

    /** Returns nodes by name. @param after node after which the page begins */
    @GetMapping
    @RequiresPermission(verb = "list", resource = "rewards")
    Page<NodeResponse> list(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after) {
        Instant now = clock.instant();
        NavigableMap<String, Reward> all = known.view().nodes();
        NavigableMap<String, Reward> rest = after == null ? all : all.tailMap(after, false);
        return Page.of(
                rest.entrySet().stream(),
                limit,
                Map.Entry::getKey,
                each -> new NodeResponse(each.getKey(), RewardResponse.of(each.getValue(), now)));
    }

    @GetMapping("/{node}")
    @RequiresPermission(verb = "get", resource = "rewards")
    NodeResponse get(@PathVariable String node) {
        Reward reward = known.view().nodes().get(node);
        if (reward == null) {
            throw new NotFoundException("the node " + node + " is unknown");
        }
        return new NodeResponse(node, RewardResponse.of(reward, clock.instant()));
    }
}
