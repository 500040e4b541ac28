package dev.edgewise.embedded.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ResourceType;
import dev.edgewise.embedded.store.StoredObject;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A pod's spec is nearly immutable: an update may change little of it. */
public final class PodUpdateImmutabilityCheck {
    private static final List<String> CHANGEABLE =
            List.of("activeDeadlineSeconds", "tolerations", "schedulingGates", "terminationGracePeriodSeconds");
    private static final List<String> CHANGEABLE_WHILE_GATED = List.of("nodeSelector", "affinity");

    private PodUpdateImmutabilityCheck() {}

    public static void checkUpdate(ResourceType type, StoredObject current, ObjectNode wanted) {
        boolean gated = !Json.at(current.json(), "spec", "schedulingGates").isEmpty();
        if (!fixedPart(current.json(), gated).equals(fixedPart(wanted, gated))) {
            throw ApiException.invalid(
                    type,
                    current.name(),
                    "spec",
                    "Forbidden: pod updates may not change fields other than"
                            + " `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations`"
                            + " (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to"
                            + " be set to 1 if it was previously negative)");
        }
        Set<String> before = gates(current.json());
        if (!before.containsAll(gates(wanted))) {
            throw ApiException.invalid(
                    type, current.name(), "spec.schedulingGates", "Forbidden: only deletion is allowed");
        }
    }

    private static ObjectNode fixedPart(ObjectNode pod, boolean gated) {
        ObjectNode spec = Json.child(pod.deepCopy(), "spec");
        spec.remove(CHANGEABLE);
        if (gated) {
            spec.remove(CHANGEABLE_WHILE_GATED);
        }
        Stream.of("containers", "initContainers")
                .flatMap(list -> Json.objects(spec.path(list)))
                .forEach(container -> container.remove("image"));
        return spec;
    }

    private static Set<String> gates(ObjectNode pod) {
        return Set.copyOf(Json.objects(Json.at(pod, "spec", "schedulingGates"))
                .map(gate -> Json.text(gate, "name"))
                .toList());
    }
}
