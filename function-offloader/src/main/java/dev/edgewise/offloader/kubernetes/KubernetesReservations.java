package dev.edgewise.offloader.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.InterruptibleRetryBackoff;
import dev.edgewise.common.Names;
import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ControllerReference;
import dev.edgewise.offloader.cluster.WatchedClusterObjects;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.moves.Reservations;
import dev.edgewise.offloader.safety.MovablePod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reservations of scheduler-service, in the pods' namespaces, named by the pod that leaves. For one thread at a time.
 */
final class KubernetesReservations implements Reservations {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesReservations.class);
    private static final String ROOT = "/apis/edgewise.dev/v1alpha1/";
    private static final String PREFIX = "offload-";
    private static final String LABEL = Names.DOMAIN + "part-of";
    private static final String OURS = "function-offloader";
    private static final String LISTED = ROOT + "reservations?limit=500&labelSelector=edgewise.dev%2Fpart-of%3D" + OURS;

    /** About 3 s in all: the scheduler answered a moment ago. */
    private static final int MOST_LOOKS = 12;

    private static final Duration SHORTEST_LOOK = Duration.ofMillis(20);
    private static final Duration LONGEST_LOOK = Duration.ofMillis(400);

    private final ApiServerClient api;
    private final Retries retries;
    private final WriteGate gate;
    private final WatchedClusterObjects table;
    /** The namespaces of the reservations that exist, by UID of the pod. */
    private final Map<String, String> namespaces = new HashMap<>();
    /** The text that was logged last; empty if a reservation was given back since. */
    private String leftBecause = "";

    KubernetesReservations(ApiServerClient api, Retries retries, WriteGate gate, WatchedClusterObjects table) {
        this.api = api;
        this.retries = retries;
        this.gate = gate;
        this.table = table;
    }

    @Override
    public void reserve(MovablePod pod, String target, Duration timeToLive) throws MoveFailedException {
        CandidatePod known = table.candidate(pod.name())
                .filter(each -> each.uid().equals(pod.uid()))
                .orElseThrow(() -> new MoveFailedException("pod " + pod.name() + " is not there any more"));
        ControllerReference controller = known.controller();
        if (controller == null) {
            // What nothing creates again needs no room.
            return;
        }
        LeaderCheck.requireLeading(gate);
        namespaces.put(pod.uid(), known.namespace());
        String json = json(known, controller, target, timeToLive);
        ApiResponse reply = send(() -> api.post(collection(known.namespace()), json), "reserve room on " + target);
        // 409: one of this pod is there. Of the same move, of which the answer was lost, it is as good as a new one.
        if (!reply.isSuccess() && reply.code() != 409) {
            throw new MoveFailedException("no room could be reserved on " + target + ": " + reply.message());
        }
        requireKept(pod.uid(), known.namespace(), target);
    }

    /** Returns when the scheduler says that it keeps the room: what replaces the pod must not come before. */
    private void requireKept(String pod, String namespace, String target) throws MoveFailedException {
        InterruptibleRetryBackoff pauses = new InterruptibleRetryBackoff(SHORTEST_LOOK, LONGEST_LOOK);
        for (int look = 0; look < MOST_LOOKS; look++) {
            JsonNode found = find(pod, namespace);
            if (!found.path("spec").path("node").asText("").equals(target)) {
                throw new MoveFailedException("a reservation of an earlier move of this pod is there still");
            }
            JsonNode status = found.path("status");
            String phase = status.path("phase").asText("");
            if (phase.equals("Active")) {
                return;
            }
            if (!phase.isEmpty()) {
                throw new MoveFailedException("the room on " + target + " is not kept: " + phase + " "
                        + status.path("message").asText(""));
            }
            pause(pauses);
        }
        throw new MoveFailedException("scheduler-service does not say that it keeps the room on " + target);
    }

    private JsonNode find(String pod, String namespace) throws MoveFailedException {
        String named = collection(namespace) + "?fieldSelector=metadata.name%3D" + PREFIX + pod;
        ApiResponse reply = send(() -> api.get(named), "read a reservation");
        if (!reply.isSuccess()) {
            throw new MoveFailedException("the reservation cannot be read: " + reply.message());
        }
        return reply.json().path("items").path(0);
    }

    private static void pause(InterruptibleRetryBackoff pauses) throws MoveFailedException {
        try {
            pauses.pause();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new MoveFailedException("this service stops");
        }
    }

    private static String json(CandidatePod pod, ControllerReference controller, String target, Duration timeToLive) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "edgewise.dev/v1alpha1").put("kind", "Reservation");
        ObjectNode metadata = json.putObject("metadata");
        metadata.put("name", PREFIX + pod.uid()).put("namespace", pod.namespace());
        metadata.putObject("labels").put(LABEL, OURS);
        ObjectNode spec = json.putObject("spec").put("node", target);
        ObjectNode resources = spec.putObject("resources");
        pod.requests().forEach(resources::put);
        ObjectNode owner = spec.putObject("for").putObject("ownerReference");
        owner.put("apiVersion", controller.apiVersion()).put("kind", controller.kind());
        owner.put("name", controller.name()).put("uid", controller.uid());
        spec.put("ttlSeconds", timeToLive.toSeconds()).put("reason", "Pod " + pod.name() + " moves from " + pod.node());
        return json.toString();
    }

    @Override
    public void release(String pod) throws MoveFailedException {
        if (!namespaces.containsKey(pod)) {
            return;
        }
        LeaderCheck.requireLeading(gate);
        try {
            ApiResponse reply = send(() -> api.delete(path(pod), "{}"), "delete a reservation");
            if (!reply.isSuccess() && reply.code() != 404) {
                throw new MoveFailedException("the reservation could not be deleted: " + reply.message());
            }
            namespaces.remove(pod);
            leftBecause = "";
        } catch (MoveFailedException e) {
            String why = String.valueOf(e.getMessage());
            if (!why.equals(leftBecause)) {
                LOG.warn("A reservation cannot be deleted, and ends by itself; name={} cause={}", PREFIX + pod, why);
            }
            leftBecause = why;
            throw e;
        }
    }

    @Override
    public List<Standing> standing() throws MoveFailedException {
        List<Standing> standing = new ArrayList<>();
        String token = "";
        do {
            String path = LISTED + (token.isEmpty() ? "" : "&continue=" + token);
            ApiResponse reply = send(() -> api.get(path), "list reservations");
            if (!reply.isSuccess()) {
                String remedy = reply.code() == 404 ? "; apply the manifests of scheduler-service" : "";
                throw new MoveFailedException("reservations cannot be listed: " + reply.message() + remedy);
            }
            reply.json().path("items").forEach(item -> add(item, standing));
            token = reply.json().path("metadata").path("continue").asText("");
        } while (!token.isEmpty());
        return standing;
    }

    private void add(JsonNode item, List<Standing> standing) {
        String name = item.path("metadata").path("name").asText("");
        if (name.startsWith(PREFIX)) {
            String pod = name.substring(PREFIX.length());
            String namespace = item.path("metadata").path("namespace").asText("");
            CandidatePod known = table.snapshot().byUid().get(pod);
            if (known != null && !known.namespace().equals(namespace)) {
                // A user gave a reservation of their own the name of another namespace's pod.
                return;
            }
            namespaces.put(pod, namespace);
            standing.add(new Standing(pod, item.path("spec").path("node").asText("")));
        }
    }

    private ApiResponse send(Retries.Attempt request, String what) throws MoveFailedException {
        try {
            return retries.send(gate::isOpen, request);
        } catch (ApiUnavailableException e) {
            throw new MoveFailedException("the API server does not answer; could not " + what + ": " + e.getMessage());
        }
    }

    private String path(String pod) {
        return collection(namespaces.getOrDefault(pod, "")) + "/" + PREFIX + pod;
    }

    private static String collection(String namespace) {
        return ROOT + "namespaces/" + namespace + "/reservations";
    }
}
