package dev.edgewise.scheduler.kubernetes.fence;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the anchors in this cluster that their management cluster does not renew, while this replica leads. The Lease
 * that says so is renewed only after each step, and names the namespaces in which it had its effect.
 */
public final class AnchorConfigMapFence {
    private static final Logger LOG = LoggerFactory.getLogger(AnchorConfigMapFence.class);

    private final List<String> namespaces;
    private final AnchorConfigMapRequests requests;
    private final ExpiredAnchorConfigMapDeleter deletions;
    private final AnchorConfigMapDeletionEventRecorder events;
    private final FenceLeaseWriter lease;
    private final WriteGate gate;
    private final Clock clock;
    private final Ticker ticker;
    private final AnchorConfigMapExpiryCheck renewals = new AnchorConfigMapExpiryCheck();
    private final Set<String> failing = new HashSet<>();
    private volatile int known;

    /** @param replica name of this replica */
    public AnchorConfigMapFence(
            List<String> namespaces,
            ApiServerClient api,
            String replica,
            WriteGate gate,
            Clock clock,
            Ticker ticker,
            MeterRegistry meters) {
        this.namespaces = List.copyOf(namespaces);
        this.requests = new AnchorConfigMapRequests(api);
        this.deletions = new ExpiredAnchorConfigMapDeleter(requests::delete, gate, ticker, meters);
        this.events = new AnchorConfigMapDeletionEventRecorder(api, replica, clock, ticker);
        this.lease = new FenceLeaseWriter(api, replica, clock);
        this.gate = gate;
        this.clock = clock;
        this.ticker = ticker;
        Gauge.builder("edgewise.fence.anchors", this, fence -> fence.known)
                .description("Anchors of global requests in this cluster that are deleted unless they are renewed")
                .register(meters);
    }

    /** Reads the anchors of all namespaces, deletes those that have expired, and then says where the fence works. */
    public void step() {
        if (!gate.isOpen()) {
            renewals.clear();
            known = 0;
            return;
        }
        Map<String, List<FencedAnchorConfigMap>> expired = new LinkedHashMap<>();
        int anchors = 0;
        for (String namespace : namespaces) {
            long asked = ticker.nanos();
            List<FencedAnchorConfigMap> read = read(namespace);
            if (read != null) {
                anchors += read.size();
                expired.put(namespace, renewals.expired(namespace, read, clock.instant(), asked));
            }
        }
        known = anchors;
        ExpiredAnchorConfigMapDeleter.Result result = deletions.step(expired);
        renew(result.finished());
        events.expired(result.deleted());
    }

    private @Nullable List<FencedAnchorConfigMap> read(String namespace) {
        try {
            List<FencedAnchorConfigMap> anchors = requests.list(namespace);
            if (failing.remove(namespace)) {
                LOG.info("The anchors of a namespace can be read again; namespace={}", namespace);
            }
            return anchors;
        } catch (ApiUnavailableException | AnchorConfigMapRequests.RefusedException unread) {
            if (failing.add(namespace)) {
                LOG.warn(
                        "The anchors of a namespace cannot be read, so nothing is fenced there; namespace={} cause={}",
                        namespace,
                        unread.getMessage());
            }
            return null;
        }
    }

    private void renew(List<String> fenced) {
        if (fenced.isEmpty() || !gate.isOpen()) {
            return;
        }
        String cause;
        try {
            ApiResponse reply = lease.renew(fenced);
            cause = reply.isSuccess() ? "" : reply.message();
        } catch (ApiUnavailableException unanswered) {
            cause = String.valueOf(unanswered.getMessage());
        }
        if (!cause.isEmpty() && failing.add("")) {
            LOG.warn("The Lease of the fence cannot be renewed, so global requests do not rely on it; cause={}", cause);
        } else if (cause.isEmpty() && failing.remove("")) {
            LOG.info("The Lease of the fence can be renewed again");
        }
    }
}
