package dev.edgewise.rewards.rest;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.OnLeader;
import dev.edgewise.common.web.Page;
import dev.edgewise.rewards.learning.view.PodTypeNodeView;
import dev.edgewise.rewards.learning.view.PodTypeView;
import dev.edgewise.rewards.monitor.CurrentRewardsViewProvider;
import dev.edgewise.rewards.monitor.RewardHistory;
import dev.edgewise.rewards.monitor.RewardsView;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Returns the rewards of types of pods, to callers that may read rewards in their namespaces. */
@RestController
@RequestMapping("/api/v1/rewards")
class RewardsController {
    private final CurrentRewardsViewProvider known;
    private final RewardHistory history;
    private final AccessGuard guard;
    private final Clock clock;

    RewardsController(CurrentRewardsViewProvider known, RewardHistory history, AccessGuard guard, Clock clock) {
        this.known = known;
        this.history = history;
        this.guard = guard;
        this.clock = clock;
    }

    /**
     * Returns types by name.
     *
     * @param namespace namespace of the types; without it, types of all namespaces, which needs the right to list in
     *     the whole cluster
     * @param after type after which the page begins
     */
    @GetMapping
    @OnAnyReplica(from = "what the leader publishes")
    @ChecksCallerItself(by = "list rewards in the namespace asked for")
    Page<PodTypeResponse> list(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable String namespace,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        guard.require(authorization, RewardPermissions.of("list", namespace));
        Instant now = clock.instant();
        RewardsView view = known.view();
        // The names of all types of a namespace have this prefix, so they follow each other.
        String first = namespace == null ? "" : namespace + '.';
        Stream<PodTypeView> types = view.types(after == null ? first : after, most(limit)).stream()
                .filter(type -> type.type().startsWith(first));
        return Page.of(types, limit, PodTypeView::type, type -> PodTypeResponse.of(type, view.leads(), now));
    }

    /** A type with a page of its nodes. */
    record TypeNodesResponse(PodTypeResponse type, Page<PodTypeNodeResponse> nodes) {}

    /**
     * Returns a type and its nodes by name, or its worst nodes.
     *
     * @param worst number of nodes, the worst one first, without a further page; without it, all nodes are paged by
     *     name
     * @param after node after which the page begins
     */
    @GetMapping("/{type}")
    @OnAnyReplica(from = "what the leader publishes")
    @ChecksCallerItself(by = "get rewards in the namespace of the type")
    TypeNodesResponse type(
            @PathVariable String type,
            @RequestParam(required = false) @Nullable Integer worst,
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", defaultValue = "") String after,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        guard.require(authorization, RewardPermissions.ofType("get", type));
        Instant now = clock.instant();
        RewardsView view = known.view();
        PodTypeView found = view.type(type).orElseThrow(() -> unknown(type));
        List<PodTypeNodeView> nodes =
                worst == null ? view.nodes(type, after, most(limit)) : worst(view, type, worst, after);
        Page<PodTypeNodeResponse> page = Page.of(
                nodes.stream(),
                worst == null ? limit : worst,
                PodTypeNodeView::node,
                cell -> PodTypeNodeResponse.listed(cell, view.leads(), now));
        return new TypeNodesResponse(PodTypeResponse.of(found, view.leads(), now), page);
    }

    private static List<PodTypeNodeView> worst(RewardsView view, String type, int worst, String after) {
        Page.requireLength("worst", worst);
        if (!after.isEmpty()) {
            throw new InvalidInputException("continue", after, "left out with worst, which has no further page");
        }
        return view.worst(type, worst);
    }

    /** Returns a type on a node, with its history and the outcomes behind its value. */
    @GetMapping("/{type}/{node}")
    @OnLeader
    @ChecksCallerItself(by = "get rewards in the namespace of the type")
    PodTypeNodeResponse cell(
            @PathVariable String type,
            @PathVariable String node,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        guard.require(authorization, RewardPermissions.ofType("get", type));
        RewardsView view = known.view();
        return view.typeNode(type, node)
                .map(cell -> PodTypeNodeResponse.whole(cell, history.of(type, node), view.leads(), clock.instant()))
                .orElseThrow(() -> view.type(type).isEmpty() ? unknown(type) : unknown(type, node));
    }

    /** Returns one more than the page shows: it tells whether there are more. */
    private static int most(int limit) {
        return Math.min(Math.max(limit, 0), Page.LONGEST) + 1;
    }

    static NotFoundException unknown(String type) {
        return new NotFoundException("the type " + type + " is unknown: types are <namespace>.<name>");
    }

    static NotFoundException unknown(String type, String node) {
        return new NotFoundException("the type " + type + " is unknown on the node " + node);
    }
}
