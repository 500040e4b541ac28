package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.cycle.PreemptionWriter;
import dev.edgewise.scheduler.kubernetes.watch.ReservationConverter;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.state.reservations.ReservationRefusedException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves a pod to another node: creates a reservation there for its replacement and, once the API server has that as
 * active, evicts the pod, which disruption budgets may refuse. A move that fails leaves no reservation; one that a
 * crash leaves ends by itself.
 */
final class KubernetesMover {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesMover.class);
    /** The number of checks whether the reservation is active, {@link #LOOK_AGAIN} apart. */
    private static final int LOOKS = 50;

    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final ApiServerClient api;
    private final KubernetesReservations reservations;
    private final ReplacementReservationWriter rooms;
    private final Consumer<Duration> pause;

    /** The outcome of an eviction. */
    private enum Result {
        /** The pod leaves, or has left. */
        DONE,
        REFUSED,
        /** The pod may leave or not; the reservation ends by itself. */
        UNKNOWN
    }

    KubernetesMover(ApiServerClient api, KubernetesReservations reservations, Consumer<Duration> pause) {
        this.api = api;
        this.reservations = reservations;
        this.rooms = new ReplacementReservationWriter(reservations);
        this.pause = pause;
    }

    /**
     * Moves the pod.
     *
     * @param wanted asked right before each write
     * @return whether it leaves its node, or has left
     */
    boolean move(Pod pod, String target, BooleanSupplier wanted) {
        ReservationKey key = PreemptionWriter.reservationFor(pod);
        String reason = "pod " + pod.key().name() + " moves here to make room on node "
                + pod.spec().nodeName();
        Reservation room = wanted.getAsBoolean() ? room(pod, target, key, reason) : null;
        if (room == null) {
            return false;
        }
        Result result = isActive(key, wanted) ? evict(pod, wanted) : Result.REFUSED;
        if (result == Result.REFUSED) {
            reservations.delete(room);
        }
        return result == Result.DONE;
    }

    private @Nullable Reservation room(Pod pod, String target, ReservationKey key, String reason) {
        try {
            return rooms.keep(pod, target, key, reason, PreemptionWriter.ROOM_KEPT, false);
        } catch (ReservationRefusedException refused) {
            LOG.info(
                    "A pod is not moved, as no room may be reserved for it; pod={} cause={}",
                    pod.key(),
                    refused.getMessage());
            return null;
        }
    }

    private boolean isActive(ReservationKey key, BooleanSupplier wanted) {
        for (int i = 0; i < LOOKS && wanted.getAsBoolean(); i++) {
            Phase phase = phase(key);
            if (phase == Phase.ACTIVE) {
                return true;
            }
            if (phase == null || phase.isEnd()) {
                return false;
            }
            pause.accept(LOOK_AGAIN);
        }
        return false;
    }

    private @Nullable Phase phase(ReservationKey key) {
        try {
            ApiResponse reply = reservations.get(key);
            return reply.isSuccess()
                    ? ReservationConverter.convert(reply.json()).status().phase()
                    : null;
        } catch (ApiUnavailableException | InvalidObjectException e) {
            return null;
        }
    }

    /** Evicts the pod with one attempt, as a disruption budget would refuse the next one too. */
    private Result evict(Pod pod, BooleanSupplier wanted) {
        if (!wanted.getAsBoolean()) {
            return Result.REFUSED;
        }
        try {
            ApiResponse reply = api.post(PodPaths.pod(pod.key()) + "/eviction", eviction(pod));
            if (reply.isSuccess() || PodApiResponseInterpreter.isGone(reply)) {
                LOG.info("Moving a pod; pod={} from={}", pod.key(), pod.spec().nodeName());
                return Result.DONE;
            }
            if (reply.code() >= 500) {
                return unknown(pod, reply.message());
            }
            LOG.info("A pod may not be moved now; pod={} cause={}", pod.key(), reply.message());
            return Result.REFUSED;
        } catch (ApiUnavailableException unanswered) {
            return unknown(pod, unanswered.getMessage());
        }
    }

    /** The answer may have been lost on its way, or the store's to the API server. */
    private static Result unknown(Pod pod, @Nullable String why) {
        LOG.warn("It is not known whether a pod was evicted; pod={} cause={}", pod.key(), why);
        return Result.UNKNOWN;
    }

    private static String eviction(Pod pod) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", "policy/v1").put("kind", "Eviction");
        object.putObject("metadata")
                .put("namespace", pod.namespace())
                .put("name", pod.key().name());
        object.putObject("deleteOptions").putObject("preconditions").put("uid", pod.uid());
        return object.toString();
    }
}
