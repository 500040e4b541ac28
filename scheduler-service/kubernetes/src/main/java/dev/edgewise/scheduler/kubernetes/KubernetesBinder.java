package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Names;
import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.cycle.Binder;
import dev.edgewise.scheduler.model.Pod;
import org.jspecify.annotations.Nullable;

/**
 * Binds through the API. The pod's uid is sent along, so that a pod of the same name that came later is never bound by
 * accident. A binding without an answer may still arrive, so the same one is sent again: whichever arrives first
 * counts, and the answer tells what holds. If the answer is ambiguous, the pod itself is read.
 */
final class KubernetesBinder implements Binder {
    /**
     * How often a binding is sent in all. If none is answered, there is an outage, and the pod is asked once that has
     * ended.
     */
    private static final int MOST_SENT = 3;

    /** The answer of an API server that has not heard of its store in time: the binding may still be stored. */
    private static final int GATEWAY_TIMEOUT = 504;

    private static final int TOO_MANY_REQUESTS = 429;

    private final ApiServerClient api;
    private final Retries reads;
    private final BindingsInFlight traffic;
    private final String name;
    private final WriteGate gate;

    /**
     * Binds in the name of this scheduler.
     *
     * @param reads how often the pod is asked after an answer that leaves open what happened
     * @param traffic counts each binding
     * @param name is left at each pod, see {@link Names#BOUND_BY_ANNOTATION}
     * @param gate asked before a binding is sent again
     */
    public KubernetesBinder(ApiServerClient api, Retries reads, BindingsInFlight traffic, String name, WriteGate gate) {
        this.api = api;
        this.reads = reads;
        this.traffic = traffic;
        this.name = name;
        this.gate = gate;
    }

    @Override
    public void bind(Pod assigned) throws BindException {
        String node = assigned.spec().nodeName();
        if (node == null) {
            throw new IllegalArgumentException("pod " + assigned.key() + " is assigned to no node");
        }
        traffic.begin();
        try {
            bind(assigned, node);
        } finally {
            traffic.end();
        }
    }

    private void bind(Pod pod, String node) throws BindException {
        Answer answer;
        try {
            answer = send(PodPaths.binding(pod.key()), binding(pod, node));
        } catch (ApiUnavailableException unanswered) {
            settle(pod, node, unanswered.getMessage());
            return;
        }
        ApiResponse reply = answer.reply();
        if (reply.isSuccess()) {
            return;
        }
        if (reply.code() == TOO_MANY_REQUESTS && !answer.repeated()) {
            throw new BindException(Cause.UNAVAILABLE, reply.message());
        }
        switch (reply.code()) {
            // A server that is starting or lags behind may not know a pod, or its node, that is there all the same.
            case 404, 409 -> settle(pod, node, reply.message());
            default -> {
                if (!reply.isTransient()) {
                    throw new BindException(Cause.REFUSED, reply.message());
                }
                settle(pod, node, reply.message());
            }
        }
    }

    /** @param repeated whether the binding was sent before: that one may have been stored, whatever the reply is */
    private record Answer(ApiResponse reply, boolean repeated) {}

    private Answer send(String path, String binding) throws ApiUnavailableException {
        for (int sent = 1; ; sent++) {
            try {
                ApiResponse reply = api.post(path, binding);
                if (reply.code() != GATEWAY_TIMEOUT || sent == MOST_SENT || !gate.isOpen()) {
                    return new Answer(reply, sent > 1);
                }
            } catch (ApiUnavailableException unanswered) {
                if (sent == MOST_SENT || !gate.isOpen()) {
                    throw unanswered;
                }
            }
        }
    }

    private String binding(Pod pod, String node) {
        ObjectNode binding = JsonNodeFactory.instance.objectNode();
        binding.put("apiVersion", "v1").put("kind", "Binding");
        ObjectNode metadata = binding.putObject("metadata");
        metadata.put("name", pod.key().name()).put("namespace", pod.namespace()).put("uid", pod.uid());
        ObjectNode annotations = metadata.putObject("annotations").put(Names.BOUND_BY_ANNOTATION, name);
        for (String annotation : Names.BINDING_ANNOTATIONS) {
            String value = pod.annotations().get(annotation);
            if (value != null) {
                // In the write that sets the node: no crash comes between taking the node and taking the room there.
                annotations.put(annotation, value);
            }
        }
        binding.putObject("target").put("apiVersion", "v1").put("kind", "Node").put("name", node);
        return binding.toString();
    }

    /** Returns if the pod turns out to be bound to the node. */
    private void settle(Pod pod, String node, @Nullable String problem) throws BindException {
        ApiResponse reply;
        try {
            reply = reads.send(() -> api.get(PodPaths.pod(pod.key())));
        } catch (ApiUnavailableException unanswered) {
            throw new BindException(Cause.UNAVAILABLE, problem + "; asking the pod: " + unanswered.getMessage());
        }
        if (reply.code() == 404) {
            throw new BindException(Cause.OBSOLETE, problem + "; the pod is gone");
        }
        if (!reply.isSuccess()) {
            throw new BindException(Cause.UNAVAILABLE, problem + "; asking the pod: " + reply.message());
        }
        settle(pod, node, problem, reply.json());
    }

    private void settle(Pod pod, String node, @Nullable String problem, JsonNode found) throws BindException {
        JsonNode metadata = found.path("metadata");
        if (!pod.uid().equals(metadata.path("uid").asText())) {
            throw new BindException(Cause.OBSOLETE, problem + "; another pod has its name now");
        }
        String actual = found.path("spec").path("nodeName").asText("");
        String binder =
                metadata.path("annotations").path(Names.BOUND_BY_ANNOTATION).asText(name);
        if (actual.equals(node) && binder.equals(name)) {
            return;
        }
        if (!actual.isEmpty()) {
            throw new BindException(Cause.OBSOLETE, problem + "; the pod is bound to " + actual + " by " + binder);
        }
        boolean terminating = metadata.hasNonNull("deletionTimestamp");
        throw new BindException(
                terminating ? Cause.OBSOLETE : Cause.UNAVAILABLE,
                problem + (terminating ? "; the pod is being deleted" : "; the pod is not bound"));
    }
}
