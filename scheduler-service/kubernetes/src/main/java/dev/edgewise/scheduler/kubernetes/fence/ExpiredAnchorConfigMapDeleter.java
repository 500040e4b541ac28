package dev.edgewise.scheduler.kubernetes.fence;

import dev.edgewise.common.FairOrder;
import dev.edgewise.common.WriteGate;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes anchors that are not renewed, one of each namespace in turn, and for a few seconds of a step only: a tenant
 * can forge thousands in one namespace, which must delay neither those of other namespaces nor the Lease. Not
 * thread-safe.
 */
final class ExpiredAnchorConfigMapDeleter {
    private static final Logger LOG = LoggerFactory.getLogger(ExpiredAnchorConfigMapDeleter.class);
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    /** A step takes at most so much and a request more; the Lease counts for 30 s. */
    private static final Duration MOST = Duration.ofSeconds(4);

    private final Deletion deletion;
    private final WriteGate gate;
    private final Ticker ticker;
    private final Counter deleted;
    private final Counter renewed;
    private final Counter refused;
    private int steps;

    /** Deletes one anchor, unless it was renewed since it was read. */
    interface Deletion {
        ApiResponse delete(FencedAnchorConfigMap anchor) throws ApiUnavailableException;
    }

    /**
     * The result of a step.
     *
     * @param finished namespaces in which no anchor is left that is over, in the order in which they were given
     * @param deleted anchors whose deletion has begun
     */
    record Result(List<String> finished, List<FencedAnchorConfigMap> deleted) {}

    ExpiredAnchorConfigMapDeleter(Deletion deletion, WriteGate gate, Ticker ticker, MeterRegistry meters) {
        this.deletion = deletion;
        this.gate = gate;
        this.ticker = ticker;
        this.deleted = counter(meters, "deleted");
        this.renewed = counter(meters, "renewed");
        this.refused = counter(meters, "refused");
    }

    private static Counter counter(MeterRegistry meters, String outcome) {
        return Counter.builder("edgewise.fence.deletions")
                .description("Deletions of anchors that were not renewed, by their outcome")
                .tag("outcome", outcome)
                .register(meters);
    }

    /**
     * Deletes anchors until none is left or the time of a step is over.
     *
     * @param expired anchors by their namespace; a namespace without any is finished
     */
    Result step(Map<String, List<FencedAnchorConfigMap>> expired) {
        long begun = ticker.nanos();
        Set<String> finished = new LinkedHashSet<>(expired.keySet());
        List<FencedAnchorConfigMap> gone = new ArrayList<>();
        for (FencedAnchorConfigMap anchor : inTurn(expired)) {
            boolean isOver = ticker.since(begun).compareTo(MOST) >= 0;
            if (isOver || !gate.isOpen() || !delete(anchor, gone)) {
                finished.remove(anchor.namespace());
            }
        }
        return new Result(List.copyOf(finished), gone);
    }

    /**
     * Returns one anchor of each namespace in turn. Another namespace is the first one in each step: there may be no
     * time for all.
     */
    private List<FencedAnchorConfigMap> inTurn(Map<String, List<FencedAnchorConfigMap>> expired) {
        List<List<FencedAnchorConfigMap>> namespaces = new ArrayList<>(expired.values());
        Collections.rotate(namespaces, steps++);
        return FairOrder.inTurn(
                        namespaces.stream().flatMap(List::stream), FencedAnchorConfigMap::namespace, (one, other) -> 0)
                .toList();
    }

    /** Returns whether the anchor is being deleted, or was renewed meanwhile. */
    private boolean delete(FencedAnchorConfigMap anchor, List<FencedAnchorConfigMap> gone) {
        try {
            ApiResponse reply = deletion.delete(anchor);
            if (reply.isSuccess()) {
                deleted.increment();
                LOG.warn(
                        "An anchor was not renewed, and is deleted with all objects of its request; namespace={} name={} expires={}",
                        anchor.namespace(),
                        anchor.name(),
                        anchor.expires());
                gone.add(anchor);
                return true;
            }
            if (reply.code() == CONFLICT || reply.code() == NOT_FOUND) {
                renewed.increment();
                return true;
            }
            refuse(anchor, reply.message());
        } catch (ApiUnavailableException unanswered) {
            refuse(anchor, String.valueOf(unanswered.getMessage()));
        }
        return false;
    }

    private void refuse(FencedAnchorConfigMap anchor, String cause) {
        refused.increment();
        LOG.warn(
                "An anchor that was not renewed cannot be deleted; namespace={} name={} cause={}",
                anchor.namespace(),
                anchor.name(),
                cause);
    }
}
