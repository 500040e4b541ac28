package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.binding.volumes.VolumeWriter;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.model.storage.Volume;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import org.jspecify.annotations.Nullable;

/**
 * Writes to the API as kube-scheduler does: a claimRef into volumes, the selected node into claims. Each write is based
 * on a fresh read and succeeds only if no other client wrote meanwhile, so other clients' decisions are never
 * overwritten.
 */
final class KubernetesVolumeWriter implements VolumeWriter {
    private final ApiServerClient api;
    private final PreBindRequestSender requests;

    /**
     * Writes as long as this replica may.
     *
     * @param retries how often a request is sent again: both kinds may be carried out twice
     * @param gate asked before each request
     */
    public KubernetesVolumeWriter(ApiServerClient api, Retries retries, WriteGate gate) {
        this.api = api;
        this.requests = new PreBindRequestSender(retries, gate, 3, "binding volumes");
    }

    @Override
    public void keep(Volume volume, VolumeClaim claim) throws BindException {
        update("/api/v1/persistentvolumes/" + volume.name(), found -> VolumePatch.keep(found, claim));
    }

    @Override
    public void select(VolumeClaim claim, String node) throws BindException {
        String path = "/api/v1/namespaces/" + claim.key().namespace() + "/persistentvolumeclaims/"
                + claim.key().name();
        update(path, found -> VolumePatch.select(found, claim, node));
    }

    /** Returns the change to an object. */
    private interface Change {
        /** A merge patch, or null if nothing is to be changed. */
        @Nullable
        String of(JsonNode found) throws BindException;
    }

    private void update(String path, Change change) throws BindException {
        check(requests.write(() -> attempt(path, change)));
    }

    private ApiResponse attempt(String path, Change change) throws BindException {
        ApiResponse found = requests.send(() -> api.get(path));
        check(found);
        String patch = change.of(found.json());
        return patch == null ? found : requests.send(() -> api.patch(path, ApiServerClient.MERGE_PATCH, patch));
    }

    private static void check(ApiResponse reply) throws BindException {
        if (!reply.isSuccess()) {
            throw new BindException(
                    reply.isTransient() ? Cause.UNAVAILABLE : Cause.REFUSED, "binding volumes: " + reply.message());
        }
    }
}
