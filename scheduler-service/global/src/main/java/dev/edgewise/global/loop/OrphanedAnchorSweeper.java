package dev.edgewise.global.loop;

import dev.edgewise.common.FairOrder;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.global.decide.LeftoverRule;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.member.MemberClusters;
import dev.edgewise.global.member.OrphanedAnchor;
import dev.edgewise.global.member.OrphanedAnchorCleaner;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes orphaned anchors, which a worker that was paused or killed has made too late, after their attempt was cleaned
 * or their request was deleted. One whose attempt is over is deleted when it is seen a second time. One whose request
 * or attempt is not known at all may be of a management cluster that was restored from a backup, and is deleted after a
 * longer time, in which it can be seen as a leftover.
 */
final class OrphanedAnchorSweeper {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanedAnchorSweeper.class);
    /** The time of the deletions of one step: many such objects, or a slow member, delay the next step only so much. */
    private static final Duration LONGEST_STEP = Duration.ofSeconds(20);

    private final OrphanedAnchorCleaner anchors;
    private final MemberClusters members;
    private final Function<RequestKey, @Nullable GlobalRequest> stored;
    private final BooleanSupplier isActive;
    private final Predicate<String> isMine;
    private final OrphanedAnchorProperties settings;
    private final OrphanedAnchorMetrics metrics;
    private final Ticker ticker;
    /**
     * The orphaned anchors of the last step, and those before it in members that were not searched to the end since.
     */
    private Map<AnchorId, WatchedOrphan> watched = Map.of();

    /** An anchor by its cluster and the uid of its ConfigMap. */
    private record AnchorId(String cluster, String uid) {}

    /**
     * An orphaned anchor that is watched until it is deleted.
     *
     * @param since when it was seen first
     * @param retryAt when it is looked at next: after a refused deletion, or when an orphan of an unknown attempt is
     *     old enough
     */
    private record WatchedOrphan(String requestUid, long since, long retryAt) {
        WatchedOrphan until(long next) {
            return new WatchedOrphan(requestUid, since, next);
        }
    }

    /**
     * Whether the API server has answered all questions of this step: if it does not, the others wait for the next one.
     */
    private boolean isAnswered = true;

    /**
     * @param stored reads a request from the API server itself, never from memory
     * @param isActive whether requests are known and this replica is live
     * @param isMine whether the request with a uid belongs to this replica
     */
    OrphanedAnchorSweeper(
            OrphanedAnchorCleaner anchors,
            MemberClusters members,
            Function<RequestKey, @Nullable GlobalRequest> stored,
            BooleanSupplier isActive,
            Predicate<String> isMine,
            OrphanedAnchorProperties settings,
            OrphanedAnchorMetrics metrics,
            Ticker ticker) {
        this.anchors = anchors;
        this.members = members;
        this.stored = stored;
        this.isActive = isActive;
        this.isMine = isMine;
        this.settings = settings;
        this.metrics = metrics;
        this.ticker = ticker;
    }

    void step() {
        if (!isActive.getAsBoolean()) {
            watched = Map.of();
            return;
        }
        OrphanedAnchorCleaner.Found all = anchors.find();
        Map<AnchorId, WatchedOrphan> next = new HashMap<>();
        watched.forEach((id, orphan) -> {
            if (all.unanswered().contains(id.cluster()) && isMine.test(orphan.requestUid())) {
                next.put(id, orphan);
            }
        });
        isAnswered = true;
        long now = ticker.nanos();
        for (OrphanedAnchor anchor : inTurn(all.anchors())) {
            AnchorId id = new AnchorId(anchor.cluster(), anchor.uid());
            WatchedOrphan before = watched.get(id);
            WatchedOrphan orphan = before == null ? new WatchedOrphan(anchor.requestUid(), now, now) : before;
            boolean isTried = before != null
                    && now >= orphan.retryAt()
                    && isAnswered
                    && ticker.since(now).compareTo(LONGEST_STEP) < 0;
            next.put(id, isTried ? sweep(anchor, orphan) : orphan);
        }
        metrics.found(next.size());
        watched = next;
    }

    /**
     * Returns the orphaned anchors of this replica. Namespaces of members take turns: a tenant who makes many delays
     * its own alone.
     */
    private List<OrphanedAnchor> inTurn(List<OrphanedAnchor> found) {
        return FairOrder.inTurn(
                        found.stream().filter(anchor -> isMine.test(anchor.requestUid())),
                        anchor -> anchor.cluster() + "/" + anchor.namespace(),
                        (one, other) -> 0)
                .toList();
    }

    /**
     * Deletes an anchor if the API server says that no attempt accounts for it, and if it is due. Returns how it is
     * watched from now on.
     */
    private WatchedOrphan sweep(OrphanedAnchor anchor, WatchedOrphan orphan) {
        GlobalRequest request;
        try {
            request = request(anchor);
        } catch (BusyException unanswered) {
            isAnswered = false;
            return orphan;
        }
        if (LeftoverRule.reason(request, Integer.toString(anchor.attempt()), anchor.cluster(), anchor.clusterUid())
                == null) {
            return orphan;
        }
        Attempt attempt = attempt(request, anchor);
        long oldAt = orphan.since() + settings.deleteAfter().toNanos();
        if (attempt == null && ticker.nanos() < oldAt) {
            return orphan.until(oldAt);
        }
        String refusal = delete(anchor, request, attempt);
        metrics.deleted(refusal.isEmpty());
        LOG.warn(
                "An orphaned anchor is deleted; request={} cluster={} namespace={} attempt={} refusal={}",
                anchor.request(),
                anchor.cluster(),
                anchor.namespace(),
                anchor.attempt(),
                refusal.isEmpty() ? "none" : refusal);
        return orphan.until(ticker.nanos() + settings.deleteAfter().toNanos());
    }

    /**
     * Deletes all that the attempt has made if its record is there, and the anchor with what it owns if not. Returns
     * why not.
     */
    private String delete(OrphanedAnchor anchor, @Nullable GlobalRequest request, @Nullable Attempt attempt) {
        if (request != null && attempt != null) {
            AttemptObservation seen = members.delete(request, attempt);
            return seen.answered() ? "" : "no answer";
        }
        return anchors.delete(
                anchor, request == null ? anchor.account() : request.spec().serviceAccount());
    }

    /** Returns the request as the API server has it; null if there is none with that uid. */
    private @Nullable GlobalRequest request(OrphanedAnchor anchor) {
        GlobalRequest request = stored.apply(anchor.request());
        return request != null && request.uid().equals(anchor.requestUid()) ? request : null;
    }

    private static @Nullable Attempt attempt(@Nullable GlobalRequest request, OrphanedAnchor anchor) {
        return request == null
                ? null
                : request.status().attempts().stream()
                        .filter(attempt -> attempt.number() == anchor.attempt()
                                && attempt.cluster().equals(anchor.cluster())
                                && attempt.clusterUid().equals(anchor.clusterUid()))
                        .findFirst()
                        .orElse(null);
    }
}
