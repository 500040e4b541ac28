package dev.edgewise.global.replica;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Lease of this replica, which it renews and deletes when it stops. Leases of replicas that ended without that are
 * deleted by the first live one.
 */
final class ReplicaLease {
    /** The label of all replicas' Leases. */
    static final String LABEL = "edgewise.dev/replica-of";

    static final String SERVICE = "global-scheduler";

    private static final Logger LOG = LoggerFactory.getLogger(ReplicaLease.class);
    private static final int NOT_FOUND = 404;
    private static final Duration DEAD_AFTER = Duration.ofMinutes(1);
    private static final DateTimeFormatter MICRO_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final ApiServerClient api;
    private final String collection;
    private final LiveReplicas replicas;
    private final Duration duration;
    private final Clock clock;
    private final Ticker ticker;
    private boolean isFailing;

    ReplicaLease(
            ApiServerClient api,
            String namespace,
            LiveReplicas replicas,
            Duration duration,
            Clock clock,
            Ticker ticker) {
        this.api = api;
        this.collection = "/apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases";
        this.replicas = replicas;
        this.duration = duration;
        this.clock = clock;
        this.ticker = ticker;
    }

    /** Renews it, or makes it. */
    void renew() {
        long requestedAt = ticker.nanos();
        try {
            ApiResponse reply = api.patch(path(replicas.own()), ApiServerClient.MERGE_PATCH, json().toString());
            if (reply.code() == NOT_FOUND) {
                reply = api.post(collection, json().toString());
            }
            if (reply.isSuccess()) {
                replicas.renewed(requestedAt);
                succeeded();
                deleteDead();
            } else {
                failed(reply.message());
            }
        } catch (ApiUnavailableException unanswered) {
            failed(String.valueOf(unanswered.getMessage()));
        }
    }

    private void succeeded() {
        if (isFailing) {
            isFailing = false;
            LOG.info("The Lease of this replica is renewed again; lease={}", replicas.own());
        }
    }

    private void failed(String cause) {
        if (!isFailing) {
            isFailing = true;
            LOG.warn("The Lease of this replica cannot be renewed; lease={} cause={}", replicas.own(), cause);
        }
    }

    private void deleteDead() throws ApiUnavailableException {
        Set<String> live = replicas.live();
        boolean isFirst = live.stream().findFirst().map(replicas.own()::equals).orElse(false);
        if (isFirst) {
            for (String name : replicas.dead(DEAD_AFTER)) {
                api.delete(path(name), "{}");
            }
        }
    }

    /** Deletes it, so that others need not wait. */
    void release() {
        replicas.released();
        try {
            api.delete(path(replicas.own()), "{}");
        } catch (ApiUnavailableException unanswered) {
            LOG.warn(
                    "The Lease of this replica cannot be deleted, it expires; lease={} cause={}",
                    replicas.own(),
                    unanswered.getMessage());
        }
    }

    private String path(String name) {
        return collection + "/" + name;
    }

    private ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
        json.putObject("metadata")
                .put("name", replicas.own())
                .putObject("labels")
                .put(LABEL, SERVICE);
        json.putObject("spec")
                .put("holderIdentity", replicas.own())
                .put("leaseDurationSeconds", Math.max(1, duration.toSeconds()))
                .put("renewTime", MICRO_TIME.format(clock.instant()));
        return json;
    }
}
