package dev.edgewise.scheduler.recovery.web;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.AuditLog;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.OnLeader;
import dev.edgewise.scheduler.recovery.backup.BackupPlanner;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Plans backups that need less room, and changes to them. */
@RestController
@OnLeader
class OptimizeController {
    private static final int LARGEST_BODY = 4 * 1024;

    private final BackupPlanner planner;
    private final AccessGuard guard;
    private final JsonMapper json;
    private final ConcurrencyLimit turns = new ConcurrencyLimit(1, "Another plan of backups is being made");

    OptimizeController(BackupPlanner planner, AccessGuard guard, JsonMapper json) {
        this.planner = planner;
        this.guard = guard;
        this.json = json;
    }

    /** Searches until its deadline; nothing changes unless {@code apply} is true, which only the leader can do. */
    @PostMapping("/api/v1/recovery:optimize")
    @ChecksCallerItself(by = "list pods, and create reservations to apply")
    OptimizeResponse optimize(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http)
            throws IOException {
        guard.require(authorization, Permission.everywhere("list", "", "pods"));
        OptimizeRequest request = LimitedRequestBodyReader.read(http, LARGEST_BODY, json, OptimizeRequest.class);
        Duration deadline = request.deadline();
        int moves = request.moves();
        if (request.applies()) {
            guard.require(authorization, Permission.everywhere("create", "edgewise.dev", "reservations"));
            planner.requireLeader();
        } else {
            AuditLog.leaveOut();
        }
        return turns.take(() -> {
            var plan = planner.plan(deadline, moves);
            return OptimizeResponse.of(plan, request.applies() ? planner.apply(plan) : null);
        });
    }
}
