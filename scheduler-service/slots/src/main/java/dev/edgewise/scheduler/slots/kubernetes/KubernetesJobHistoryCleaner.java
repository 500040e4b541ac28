package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.kubernetes.ApiServerResponseForwarder;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.view.JobHistoryCleaner;
import java.util.Set;

/** Removes the runs of jobs from their statuses at the API server. */
final class KubernetesJobHistoryCleaner implements JobHistoryCleaner {
    /** The answers if the job is gone, or has another version than the one that was read. */
    private static final Set<Integer> CHANGED = Set.of(404, 409, 422);

    private final ApiServerClient api;

    KubernetesJobHistoryCleaner(ApiServerClient api) {
        this.api = api;
    }

    @Override
    public boolean clear(BatchJob job) {
        String path =
                SlotWatches.API + "/namespaces/" + job.metadata().namespace() + "/batchjobs/" + job.name() + "/status";
        String patch =
                RequestJson.patch(job.uid(), job.metadata().resourceVersion(), "/status/runs", JsonFieldAccess.array());
        ApiResponse reply = ApiServerResponseForwarder.send(() -> api.patch(path, ApiServerClient.JSON_PATCH, patch));
        if (CHANGED.contains(reply.code())) {
            return false;
        }
        KubernetesSlotObjectWriter.good(reply);
        return true;
    }
}
