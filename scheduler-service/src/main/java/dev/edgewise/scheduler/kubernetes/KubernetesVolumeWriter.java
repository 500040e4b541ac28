package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.claims.VolumeWriter;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.storage.Claim;
import dev.edgewise.scheduler.storage.Volume;
import org.jspecify.annotations.Nullable;

/**
 * Writes to the API as kube-scheduler does: a claimRef into volumes, the selected node into claims. Each write is based
 * on a fresh read and holds only if nobody else wrote meanwhile, so what others decided is never overwritten.
 */
final class KubernetesVolumeWriter implements VolumeWriter {
    private static final int ATTEMPTS = 3;

    private final ApiRequests api;
    private final Retries retries;
    private final WriteGate gate;

    /**
     * Writes as long as this replica may.
     *
     * @param retries how often a request is sent again: both kinds may be carried out twice
     * @param gate asked before each request
     */
    public KubernetesVolumeWriter(ApiRequests api, Retries retries, WriteGate gate) {
        this.api = api;
        this.retries = retries;
        this.gate = gate;
    }

    @Override
    public void keep(Volume volume, Claim claim) throws BindException {
        update("/api/v1/persistentvolumes/" + volume.name(), found -> VolumePatch.keep(found, claim));
    }

    @Override
    public void select(Claim claim, String node) throws BindException {
        String path = "/api/v1/namespaces/" + claim.key().namespace() + "/persistentvolumeclaims/"
                + claim.key().name();
        update(path, found -> VolumePatch.select(found, claim, node));
    }

    /** What to change of an object. */
    private interface Change {
        /** A merge patch, or null if nothing is to be changed. */
        @Nullable
        String of(JsonNode found) throws BindException;
    }

    private void update(String path, Change change) throws BindException {
        ApiResponse reply = attempt(path, change);
        for (int attempt = 1; attempt < ATTEMPTS && reply.code() == 409; attempt++) {
            reply = attempt(path, change);
        }
        check(reply);
    }

    private ApiResponse attempt(String path, Change change) throws BindException {
        ApiResponse found = send(() -> api.get(path));
        check(found);
        String patch = change.of(found.json());
        return patch == null ? found : send(() -> api.patch(path, ApiRequests.MERGE_PATCH, patch));
    }

    private ApiResponse send(Retries.Attempt request) throws BindException {
        try {
            return retries.send(gate::isOpen, request);
        } catch (ApiUnavailableException unanswered) {
            throw new BindException(Cause.UNAVAILABLE, "binding volumes: " + unanswered.getMessage(), unanswered);
        }
    }

    private static void check(ApiResponse reply) throws BindException {
        if (!reply.isSuccess()) {
            throw new BindException(
                    reply.isTransient() ? Cause.UNAVAILABLE : Cause.REFUSED, "binding volumes: " + reply.message());
        }
    }
}
