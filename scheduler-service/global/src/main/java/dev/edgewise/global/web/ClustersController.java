package dev.edgewise.global.web;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.Page;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.member.MemberClusters;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.view.LeftoverFinder;
import dev.edgewise.global.view.Leftovers;
import java.time.Clock;
import java.time.Instant;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows member clusters, and what was left in them. */
@RestController
@RequestMapping("/api/v1")
class ClustersController {
    private final MemberClusters members;
    private final LeftoverFinder finder;
    private final RequestStoreReadiness readiness;
    private final AccessGuard guard;
    private final Clock clock;
    /** All members are asked for each answer. */
    private final ConcurrencyLimit searching = new ConcurrencyLimit(1, "Leftovers are being looked for");

    ClustersController(
            MemberClusters members,
            LeftoverFinder finder,
            RequestStoreReadiness readiness,
            AccessGuard guard,
            Clock clock) {
        this.members = members;
        this.finder = finder;
        this.readiness = readiness;
        this.guard = guard;
        this.clock = clock;
    }

    /** Member clusters by name; those that the namespace may use where one is given. */
    @GetMapping("/clusters")
    @OnAnyReplica(from = "what it watches")
    @ChecksCallerItself(by = "list globalrequests in the whole cluster, or create them in the namespace")
    Page<ClusterResponse> clusters(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable String namespace,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        String verb = namespace == null ? "list" : "create";
        guard.require(
                authorization,
                new Permission(verb, GlobalRequestObjectNames.GROUP, GlobalRequestObjectNames.PLURAL, namespace));
        readiness.require();
        Instant now = clock.instant();
        Stream<Member> rest = new TreeMap<>(members.members())
                .values().stream()
                        .filter(member -> namespace == null || member.mayBeUsedBy(namespace))
                        .filter(member -> after == null || member.name().compareTo(after) > 0);
        return Page.of(rest, limit, Member::name, member -> ClusterResponse.of(member, now));
    }

    /** Objects in members that no attempt of a request accounts for; all members are asked now. */
    @GetMapping("/leftovers")
    @OnAnyReplica(from = "the members, and the requests that it watches")
    @RequiresPermission(verb = "list", resource = "globalrequests", everywhere = true)
    Leftovers leftovers() {
        readiness.require();
        return searching.take(finder::findInAllKinds);
    }
}
