package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.slots.decide.SlotPausePod;
import dev.edgewise.scheduler.slots.state.SlotPausePodDeleter;

/** Deletes the pause pod of a slot right before another pod is bound into that slot. */
final class KubernetesPausePodDeleter implements SlotPausePodDeleter {
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final ApiServerClient api;
    private final Retries retries;

    KubernetesPausePodDeleter(ApiServerClient api, Retries retries) {
        this.api = api;
        this.retries = retries;
    }

    @Override
    public void remove(SlotPausePod pausePod) throws BindException {
        String path = "/api/v1/namespaces/" + pausePod.key().namespace() + "/pods/"
                + pausePod.key().name();
        ObjectNode options = JsonFieldAccess.object();
        options.put("apiVersion", "v1").put("kind", "DeleteOptions").put("gracePeriodSeconds", 0);
        options.putObject("preconditions").put("uid", pausePod.uid());
        try {
            ApiResponse reply = retries.send(() -> api.delete(path, options.toString()));
            if (!reply.isSuccess() && reply.code() != NOT_FOUND && reply.code() != CONFLICT) {
                throw new BindException(
                        BindException.Cause.REFUSED, "deleting the pod that holds its slot: " + reply.message());
            }
        } catch (ApiUnavailableException unanswered) {
            throw new BindException(
                    BindException.Cause.UNAVAILABLE,
                    "deleting the pod that holds its slot: " + unanswered.getMessage(),
                    unanswered);
        }
    }
}
