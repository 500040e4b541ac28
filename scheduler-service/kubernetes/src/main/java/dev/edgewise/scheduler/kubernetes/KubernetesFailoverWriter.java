package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Names;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.state.reservations.ReservationRefusedException;
import java.time.Clock;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Failover through the API: every write carries the uid of its pod, and may be repeated. */
final class KubernetesFailoverWriter implements FailoverWriter {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesFailoverWriter.class);
    /** Answers of the API server that repeating does not change. */
    private static final Set<Integer> REFUSALS = Set.of(400, 403, 422);

    private final ApiServerClient api;
    private final Retries retries;
    private final ReplacementReservationWriter rooms;
    private final KubernetesEventRecorder recorder;
    private final Clock clock;
    /** Whether the last mark was: it is logged once. */
    private volatile boolean marksRefused;

    /** @param clock dates what people read */
    KubernetesFailoverWriter(
            ApiServerClient api,
            Retries retries,
            KubernetesReservations reservations,
            KubernetesEventRecorder recorder,
            Clock clock) {
        this.api = api;
        this.retries = retries;
        this.rooms = new ReplacementReservationWriter(reservations);
        this.recorder = recorder;
        this.clock = clock;
    }

    @Override
    public @Nullable Reservation reserve(Pod lost, String node) throws ReservationRefusedException {
        String reason =
                "node " + lost.spec().nodeName() + " failed: pod " + lost.key().name() + " restarts here";
        return rooms.keep(lost, node, FailoverWriter.reservationFor(lost), reason, TIME_TO_LIVE, true);
    }

    @Override
    public boolean delete(Pod lost, boolean force, BooleanSupplier wanted) {
        if (!mark(lost, wanted)) {
            return false;
        }
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("apiVersion", "v1").put("kind", "DeleteOptions");
        options.putObject("preconditions").put("uid", lost.uid());
        if (force) {
            options.put("gracePeriodSeconds", 0);
        }
        boolean isDeleted =
                send("delete", lost, wanted, () -> api.delete(PodPaths.pod(lost.key()), options.toString()));
        if (isDeleted) {
            recorder.write(PodEvents.nodeFailed(lost));
        }
        return isDeleted;
    }

    /**
     * Sets the condition that Kubernetes sets before it evicts. If a webhook or a policy refuses it, the pod restarts
     * all the same.
     */
    private boolean mark(Pod lost, BooleanSupplier wanted) {
        String target = PodPatch.condition(
                lost,
                "DisruptionTarget",
                "True",
                Names.NODE_FAILED_REASON,
                "node " + lost.spec().nodeName() + " failed",
                clock.instant());
        try {
            ApiResponse reply = retries.send(
                    wanted, () -> api.patch(PodPaths.podStatus(lost.key()), ApiServerClient.STRATEGIC_PATCH, target));
            if (REFUSALS.contains(reply.code())) {
                if (!marksRefused) {
                    LOG.warn(
                            "Pods of failed nodes restart without the condition DisruptionTarget, which is refused; pod={} cause={}",
                            lost.key(),
                            reply.message());
                }
                marksRefused = true;
                return true;
            }
            marksRefused = marksRefused && !reply.isSuccess();
            return isDone("mark", lost, reply);
        } catch (ApiUnavailableException unanswered) {
            warn("mark", lost, unanswered.getMessage());
            return false;
        }
    }

    @Override
    public void annotate(Pod pod, @Nullable String backup, String message) {
        ObjectNode patch = PodPatch.of(
                pod,
                Names.PROTECTED_CONDITION,
                backup == null ? "False" : "True",
                backup == null ? "NoBackup" : "BackupKeepsRoom",
                message,
                clock.instant());
        // The API server takes annotations here, too: the right to write the status of pods suffices.
        patch.withObject("/metadata").putObject("annotations").put(Names.BACKUP_NODE_ANNOTATION, backup);
        send(
                "write the backup of",
                pod,
                () -> true,
                () -> api.patch(PodPaths.podStatus(pod.key()), ApiServerClient.STRATEGIC_PATCH, patch.toString()));
    }

    @Override
    public void withdraw(Pod pod) {
        ObjectNode patch = PodPatch.without(pod, Names.PROTECTED_CONDITION);
        patch.withObject("/metadata").putObject("annotations").putNull(Names.BACKUP_NODE_ANNOTATION);
        send(
                "take back the backup of",
                pod,
                () -> true,
                () -> api.patch(PodPaths.podStatus(pod.key()), ApiServerClient.STRATEGIC_PATCH, patch.toString()));
    }

    /** Whether it is done, or the pod is gone or another has its name. */
    private boolean send(String what, Pod pod, BooleanSupplier wanted, Retries.Attempt request) {
        try {
            return isDone(what, pod, retries.send(wanted, request));
        } catch (ApiUnavailableException unanswered) {
            warn(what, pod, unanswered.getMessage());
            return false;
        }
    }

    private static boolean isDone(String what, Pod pod, ApiResponse reply) {
        boolean isDone = reply.isSuccess() || PodApiResponseInterpreter.isGone(reply);
        if (!isDone) {
            warn(what, pod, reply.message());
        }
        return isDone;
    }

    private static void warn(String what, Pod pod, @Nullable String why) {
        LOG.warn("Recovery could not {} a pod, trying again; pod={} cause={}", what, pod.key(), why);
    }
}
