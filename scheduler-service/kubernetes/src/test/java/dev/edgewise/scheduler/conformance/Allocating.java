package dev.edgewise.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.scheduler.conformance.Vectors.Scenario;
import dev.edgewise.scheduler.conformance.Vectors.Vector;

/**
 * Tells which pods need devices allocated, as kube-scheduler does and this scheduler does not: such a pod may be
 * refused where kube-scheduler finds a node, but never accepted where it finds none.
 */
final class Allocating {
    private Allocating() {}

    static boolean isNeeded(Scenario scenario, Vector vector) {
        for (JsonNode used : vector.pod().at("/spec/resourceClaims")) {
            if (!isAllocated(scenario, vector.pod(), used)) {
                return true;
            }
        }
        return usesExtended(scenario, vector.pod());
    }

    private static boolean isAllocated(Scenario scenario, JsonNode pod, JsonNode used) {
        String name = used.path("resourceClaimName").asText();
        for (JsonNode status : pod.at("/status/resourceClaimStatuses")) {
            if (status.path("name").equals(used.path("name"))) {
                name = status.path("resourceClaimName").asText();
                if (name.isEmpty()) {
                    return true;
                }
            }
        }
        for (JsonNode claim : scenario.all("resourceClaims")) {
            if (claim.at("/metadata/name").asText().equals(name)
                    && claim.at("/metadata/namespace").equals(pod.at("/metadata/namespace"))) {
                return claim.at("/status/allocation").isObject();
            }
        }
        return false;
    }

    private static boolean usesExtended(Scenario scenario, JsonNode pod) {
        for (JsonNode deviceClass : scenario.all("deviceClasses")) {
            String resource = deviceClass.at("/spec/extendedResourceName").asText("-");
            String implicit = "deviceclass.resource.kubernetes.io/"
                    + deviceClass.at("/metadata/name").asText();
            for (JsonNode container : pod.at("/spec/containers")) {
                JsonNode requests = container.at("/resources/requests");
                if (requests.has(resource) || requests.has(implicit)) {
                    return true;
                }
            }
        }
        return false;
    }
}
