package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Names;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.cycle.FailoverWriter;
import dev.edgewise.scheduler.cycle.ReservationRefusedException;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.protection.ProtectedPod;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Failover through the API: every write carries the uid of its pod, and may be repeated. */
final class KubernetesFailover implements FailoverWriter {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesFailover.class);
    private final ApiRequests api;
    private final Retries retries;
    private final ReplacementRooms rooms;
    private final Clock clock;

    /** @param clock dates what people read */
    KubernetesFailover(ApiRequests api, Retries retries, KubernetesReservations reservations, Clock clock) {
        this.api = api;
        this.retries = retries;
        this.rooms = new ReplacementRooms(reservations);
        this.clock = clock;
    }

    @Override
    public @Nullable Reservation reserve(Pod lost, String node) throws ReservationRefusedException {
        String reason =
                "node " + lost.spec().nodeName() + " failed: pod " + lost.key().name() + " restarts here";
        return rooms.keep(lost, node, FailoverWriter.reservationFor(lost), reason, TIME_TO_LIVE, true);
    }

    @Override
    public boolean delete(Pod lost, boolean force) {
        String target =
                PodPatch.condition(lost, "DisruptionTarget", "True", "NodeFailed", "its node failed", clock.instant());
        if (!send("mark", lost, () -> api.patch(PodPaths.podStatus(lost.key()), ApiRequests.STRATEGIC_PATCH, target))) {
            return false;
        }
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("apiVersion", "v1").put("kind", "DeleteOptions");
        options.putObject("preconditions").put("uid", lost.uid());
        if (force) {
            options.put("gracePeriodSeconds", 0);
        }
        return send("delete", lost, () -> api.delete(PodPaths.pod(lost.key()), options.toString()));
    }

    @Override
    public void annotate(Pod pod, @Nullable String backup) {
        ObjectNode patch = backup == null
                ? PodPatch.of(
                        pod, Names.PROTECTED_CONDITION, "False", "NoBackup", ProtectedPod.NO_BACKUP, clock.instant())
                : PodPatch.of(
                        pod,
                        Names.PROTECTED_CONDITION,
                        "True",
                        "BackupKeepsRoom",
                        "node " + backup + " keeps room",
                        clock.instant());
        // The API server takes annotations here, too: whoever may write the status of pods need not be able to change
        // pods.
        patch.withObject("/metadata").putObject("annotations").put(Names.BACKUP_NODE_ANNOTATION, backup);
        send(
                "write the backup of",
                pod,
                () -> api.patch(PodPaths.podStatus(pod.key()), ApiRequests.STRATEGIC_PATCH, patch.toString()));
    }

    /** Whether it is done, or the pod is gone or another has its name. */
    private boolean send(String what, Pod pod, Retries.Attempt request) {
        try {
            ApiResponse reply = retries.send(request);
            if (reply.isSuccess() || reply.code() == 404 || reply.code() == 409) {
                return true;
            }
            warn(what, pod, reply.message());
        } catch (ApiUnavailableException unanswered) {
            warn(what, pod, unanswered.getMessage());
        }
        return false;
    }

    private static void warn(String what, Pod pod, @Nullable String why) {
        LOG.warn("recovery could not {} pod={}, trying again: {}", what, pod.key(), why);
    }
}
