package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.binding.volumes.ResourceClaimWriter;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.kubernetes.watch.ResourceClaimConverter;
import dev.edgewise.scheduler.kubernetes.watch.TrimmedObjectMapper;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.devices.ResourceClaim;

/**
 * Patches {@code status.reservedFor} of claims. Entering a pod is based on a fresh read and succeeds only if no other
 * client wrote meanwhile, so that no pod is bound for devices that the claim has lost; taking it out needs no read.
 */
final class KubernetesResourceClaimWriter implements ResourceClaimWriter {
    private static final ObjectMapper MAPPER = TrimmedObjectMapper.create();

    private final ApiServerClient api;
    private final PreBindRequestSender requests;

    /**
     * Writes as long as this replica may.
     *
     * @param retries how often a request is sent again: both kinds may be carried out twice
     * @param gate asked before each request
     */
    public KubernetesResourceClaimWriter(ApiServerClient api, Retries retries, WriteGate gate) {
        this.api = api;
        this.requests = new PreBindRequestSender(retries, gate, 5, "reserving resource claims");
    }

    @Override
    public void reserve(ResourceClaim claim, Pod pod) throws BindException {
        check(claim, requests.write(() -> attempt(claim, pod)));
    }

    @Override
    public void release(ResourceClaim claim, Pod pod) throws BindException {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata").put("uid", claim.uid());
        reservation(patch, pod).put("$patch", "delete");
        check(claim, patch(claim, patch));
    }

    private ApiResponse patch(ResourceClaim claim, ObjectNode patch) throws BindException {
        String json = patch.toString();
        return requests.send(() -> api.patch(path(claim) + "/status", ApiServerClient.STRATEGIC_PATCH, json));
    }

    private static ObjectNode reservation(ObjectNode patch, Pod pod) {
        return patch.putObject("status").putArray("reservedFor").addObject().put("uid", pod.uid());
    }

    private ApiResponse attempt(ResourceClaim claim, Pod pod) throws BindException {
        ApiResponse reply = requests.send(() -> api.get(path(claim)));
        check(claim, reply);
        ResourceClaim found = read(reply);
        if (!found.uid().equals(claim.uid()) || found.terminating() || !sameDevices(found, claim)) {
            throw refused(claim, "its devices are not those that the pod was given a node for");
        }
        if (found.users().contains(pod.uid())) {
            return reply;
        }
        String version = reply.json().path("metadata").path("resourceVersion").asText();
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata").put("uid", claim.uid()).put("resourceVersion", version);
        reservation(patch, pod).put("resource", "pods").put("name", pod.key().name());
        return patch(claim, patch);
    }

    private static boolean sameDevices(ResourceClaim found, ResourceClaim claim) {
        return found.allocation() != null && found.allocation().equals(claim.allocation());
    }

    private static ResourceClaim read(ApiResponse reply) throws BindException {
        try {
            return ResourceClaimConverter.convert(
                    MAPPER.treeToValue(reply.json(), io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim.class));
        } catch (JsonProcessingException unreadable) {
            throw new BindException(
                    Cause.UNAVAILABLE,
                    "a resourceclaim cannot be read: " + unreadable.getOriginalMessage(),
                    unreadable);
        }
    }

    private static void check(ResourceClaim claim, ApiResponse reply) throws BindException {
        if (!reply.isSuccess()) {
            if (reply.isTransient() || reply.code() == 409) {
                throw new BindException(Cause.UNAVAILABLE, "reserving resource claims: " + reply.message());
            }
            throw refused(claim, reply.message());
        }
    }

    private static BindException refused(ResourceClaim claim, String problem) {
        return new BindException(
                Cause.REFUSED, "resourceclaim \"" + claim.key().name() + "\" cannot be reserved: " + problem);
    }

    private static String path(ResourceClaim claim) {
        return "/apis/resource.k8s.io/v1/namespaces/" + claim.key().namespace() + "/resourceclaims/"
                + claim.key().name();
    }
}
