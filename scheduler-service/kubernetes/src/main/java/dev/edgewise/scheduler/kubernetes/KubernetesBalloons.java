package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Names;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.plugins.recovery.BalloonWriter;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Balloons as pods of the service's own namespace. */
final class KubernetesBalloons implements BalloonWriter {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesBalloons.class);

    private static final String NODES = "/api/v1/nodes/";

    private static final String ENDED =
            "?fieldSelector=status.phase%21%3DRunning%2Cstatus.phase%21%3DPending&labelSelector=" + Names.BALLOON_LABEL
                    + "%3D" + Balloon.USER;

    private final ApiServerClient api;
    private final Retries retries;
    private final BalloonManifest pods;

    KubernetesBalloons(ApiServerClient api, Retries retries, BalloonManifest pods) {
        this.api = api;
        this.retries = retries;
        this.pods = pods;
    }

    /** Asked once: a second pod would be created if the answer to the first request was lost. */
    @Override
    public @Nullable Balloon create(String node, Resources room) {
        try {
            ApiResponse reply = api.post(PodPaths.pods(pods.namespace()), pods.on(node, room));
            if (reply.isSuccess()) {
                return read(reply.json(), node, room);
            }
            warn("create a balloon", "node=" + node, reply.message());
        } catch (ApiUnavailableException unanswered) {
            warn("create a balloon", "node=" + node, unanswered.getMessage());
        }
        return null;
    }

    @Override
    public boolean delete(Balloon balloon) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("apiVersion", "v1").put("kind", "DeleteOptions").put("gracePeriodSeconds", 0);
        options.putObject("preconditions").put("uid", balloon.uid());
        try {
            ApiResponse reply = retries.send(() -> api.delete(PodPaths.pod(balloon.key()), options.toString()));
            // 404 and 409: it is gone, or another has its name.
            if (reply.isSuccess() || reply.code() == 404 || reply.code() == 409) {
                return true;
            }
            warn("delete a balloon", "balloon=" + balloon.key(), reply.message());
        } catch (ApiUnavailableException unanswered) {
            warn("delete a balloon", "balloon=" + balloon.key(), unanswered.getMessage());
        }
        return false;
    }

    @Override
    public void guard(String node, boolean away) {
        String what = away ? "keep other schedulers away from a node" : "let other schedulers use a node";
        try {
            ApiResponse known = api.get(NODES + node);
            String patch = known.isSuccess() ? NodeRestartTaintPatch.patch(known.json(), away) : null;
            ApiResponse reply = patch == null ? known : api.patch(NODES + node, ApiServerClient.MERGE_PATCH, patch);
            if (!reply.isSuccess() && reply.code() != 404 && reply.code() != 409) {
                warn(what, "node=" + node, reply.message());
            }
        } catch (ApiUnavailableException unanswered) {
            warn(what, "node=" + node, unanswered.getMessage());
        }
    }

    @Override
    public boolean deleteEnded() {
        try {
            ApiResponse reply = retries.send(() -> api.get(PodPaths.pods(pods.namespace()) + ENDED));
            if (!reply.isSuccess()) {
                warn("list balloons that ended", "namespace=" + pods.namespace(), reply.message());
                return false;
            }
            for (JsonNode pod : reply.json().path("items")) {
                Balloon ended = read(pod, pod.path("spec").path("nodeName").asText(), Resources.NONE);
                LOG.warn(
                        "A balloon does not hold its room; balloon={} node={} cause={}",
                        ended.key(),
                        ended.node(),
                        pod.path("status").path("message").asText());
                delete(ended);
            }
            return true;
        } catch (ApiUnavailableException unanswered) {
            warn("list balloons that ended", "namespace=" + pods.namespace(), unanswered.getMessage());
            return false;
        }
    }

    private static Balloon read(JsonNode pod, String node, Resources room) {
        JsonNode metadata = pod.path("metadata");
        PodKey key = new PodKey(
                metadata.path("namespace").asText(), metadata.path("name").asText());
        return new Balloon(key, metadata.path("uid").asText(), node, new ResourceDemand(room, 1), false);
    }

    private static void warn(String what, String field, @Nullable String why) {
        LOG.warn("Could not {}, trying again; {} cause={}", what, field, why);
    }
}
