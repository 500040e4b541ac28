package dev.edgewise.scheduler.recovery.web;

import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.OnLeader;
import dev.edgewise.common.web.Page;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.recovery.RecoveryStatus;
import dev.edgewise.scheduler.recovery.ReplacementReservations;
import dev.edgewise.scheduler.recovery.backup.BackupReconciler;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.NodeBackups;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows which nodes are backups for which nodes and pods. */
@RestController
@OnLeader
class RecoveryController {
    /** The maximum search time for one answer: finding out why a pod is unprotected takes a search of all nodes. */
    private static final Duration LONGEST_SEARCH = Duration.ofMillis(200);

    static final String NOT_LOOKED_UP = "not looked up in so long a list: find the pod by a part of its name (find)";

    /** A list is long: no text is made for each comparison. */
    private static final Comparator<PodWithBackup> BY_NAME = Comparator.<PodWithBackup, String>comparing(
                    pod -> pod.pod().namespace())
            .thenComparing(pod -> pod.pod().key().name());

    private final ClusterState state;
    private final BackupReconciler backups;
    private final RecoveryStatus status;
    private final SchedulingLoopAccess decisions;
    private final Ticker ticker;
    /** Limits the lists that are made at once, as each reads all protected pods. */
    private final ConcurrencyLimit turns = new ConcurrencyLimit(2, "Protected pods are being listed for others");

    RecoveryController(
            ClusterState state,
            BackupReconciler backups,
            RecoveryStatus status,
            SchedulingLoopAccess decisions,
            Ticker ticker) {
        this.state = state;
        this.backups = backups;
        this.status = status;
        this.decisions = decisions;
        this.ticker = ticker;
    }

    /**
     * Returns the nodes with reserves, by name, after a summary of all; {@code continue} is the name after which the
     * page begins.
     */
    @GetMapping("/api/v1/recovery")
    @RequiresPermission(verb = "list", group = "", resource = "nodes", everywhere = true)
    RecoveryResponse recovery(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after) {
        return turns.take(() -> {
            BackupIndex covers = state.snapshot().get(BackupIndex.FACT);
            Stream<Map.Entry<String, NodeBackups>> nodes = covers.byBackup().entrySet().stream()
                    .filter(backup -> after == null || backup.getKey().compareTo(after) > 0)
                    .sorted(Map.Entry.comparingByKey());
            List<PodWithBackup> pods = state.protection().pods();
            return RecoveryResponse.of(
                    covers,
                    status,
                    decisions.isActive(),
                    pods,
                    Page.of(
                            nodes,
                            limit,
                            Map.Entry::getKey,
                            backup -> BackupNodeResponse.of(backup.getKey(), backup.getValue())));
        });
    }

    /**
     * Returns the pods that are to be protected, by namespace and name, with their backups.
     *
     * @param isProtected only protected ones, or only unprotected ones
     * @param backup only pods with this backup
     * @param find only pods with this in their name, or in that of their node or backup
     */
    @GetMapping("/api/v1/recovery/pods")
    @RequiresPermission(verb = "list", group = "", resource = "pods", everywhere = true)
    Page<ProtectionResponse> pods(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after,
            @RequestParam(name = "protected", required = false) @Nullable Boolean isProtected,
            @RequestParam(required = false) @Nullable String backup,
            @RequestParam(required = false) @Nullable String find) {
        Page.requireLength("limit", limit);
        return turns.take(() -> {
            Stream<PodWithBackup> pods = state.protection().pods().stream()
                    .filter(pod -> isProtected == null || isProtected == (pod.backup() != null))
                    .filter(pod -> backup == null || backup.equals(pod.backup()))
                    .filter(pod -> find == null || hasPart(pod, find))
                    .filter(isAfter(after));
            ReplacementReservations rooms = new ReplacementReservations(state);
            long begun = ticker.nanos();
            return Page.of(
                    SmallestElements.of(limit + 1, pods, BY_NAME).stream(),
                    limit,
                    RecoveryController::name,
                    pod -> ProtectionResponse.of(pod, unprotected -> whyUnprotected(unprotected, rooms, begun)));
        });
    }

    private static Predicate<PodWithBackup> isAfter(@Nullable String token) {
        if (token == null) {
            return pod -> true;
        }
        int separator = token.indexOf('/');
        String namespace = separator < 0 ? token : token.substring(0, separator);
        String name = separator < 0 ? "" : token.substring(separator + 1);
        return pod -> {
            int order = pod.pod().namespace().compareTo(namespace);
            return order > 0 || (order == 0 && pod.pod().key().name().compareTo(name) > 0);
        };
    }

    private String whyUnprotected(PodWithBackup pod, ReplacementReservations rooms, long begun) {
        Reservation room = rooms.findOpen(pod);
        if (room != null) {
            return "its node " + pod.home() + " failed: it restarts on " + room.node();
        }
        return ticker.since(begun).compareTo(LONGEST_SEARCH) > 0 ? NOT_LOOKED_UP : backups.whyUnprotected(pod);
    }

    private static boolean hasPart(PodWithBackup pod, String part) {
        return name(pod).contains(part)
                || pod.home().contains(part)
                || (pod.backup() != null && pod.backup().contains(part));
    }

    private static String name(PodWithBackup pod) {
        return pod.pod().key().toString();
    }
}
