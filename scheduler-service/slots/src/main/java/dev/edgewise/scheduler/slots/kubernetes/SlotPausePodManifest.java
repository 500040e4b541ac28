package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Names;
import dev.edgewise.scheduler.kubernetes.limits.ResourceSum;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.decide.SlotPausePod;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The pods that hold the room of free slots where other schedulers look, in the service's own namespace. A slot and its
 * size have one name, so that no second pod is made where the answer to a request was lost.
 *
 * @param namespace the service's own
 * @param image of a program that does nothing
 * @param priorityClass above that of ordinary pods, and below that of pods in slots
 */
record SlotPausePodManifest(String namespace, String image, String priorityClass) {
    /** The names of these pods, as a message quotes them. */
    static final Pattern NAME = Pattern.compile("slot-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private static final int UNPRIVILEGED_USER = 65_535;

    /** Returns the manifest of the pod that holds the slot. */
    String on(Testbed testbed, SlotPlace place) {
        Resources room = testbed.spec().resourcesPerSlot();
        ObjectNode pod = JsonFieldAccess.object();
        pod.put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode metadata = pod.putObject("metadata");
        metadata.put("namespace", namespace).put("name", name(testbed.uid(), place, room));
        metadata.putObject("labels").put(Names.SLOT_PAUSE_POD_LABEL, testbed.uid());
        metadata.putObject("annotations")
                .put(Names.SLOT_PLACE_ANNOTATION, Integer.toString(place.positionOnNode()))
                .put("cluster-autoscaler.kubernetes.io/safe-to-evict", "true");
        ObjectNode spec = pod.putObject("spec");
        spec.put("nodeName", place.node())
                .put("priorityClassName", priorityClass)
                .put("terminationGracePeriodSeconds", 0)
                .put("automountServiceAccountToken", false)
                .put("enableServiceLinks", false);
        spec.putArray("tolerations").addObject().put("operator", "Exists");
        ObjectNode security = spec.putObject("securityContext");
        security.put("runAsNonRoot", true).put("runAsUser", UNPRIVILEGED_USER).put("runAsGroup", UNPRIVILEGED_USER);
        security.putObject("seccompProfile").put("type", "RuntimeDefault");
        container(spec.putArray("containers").addObject(), room);
        return pod.toString();
    }

    private void container(ObjectNode container, Resources room) {
        container.put("name", "slot").put("image", image).put("imagePullPolicy", "IfNotPresent");
        ObjectNode security = container.putObject("securityContext");
        security.put("allowPrivilegeEscalation", false).put("readOnlyRootFilesystem", true);
        security.putObject("capabilities").putArray("drop").add("ALL");
        ObjectNode resources = container.putObject("resources");
        ObjectNode requests = resources.putObject("requests");
        Map<String, String> none = Resources.NONE.quantities();
        room.quantities().forEach((name, quantity) -> {
            if (!quantity.equals(none.get(name))) {
                requests.put(name, quantity);
            }
        });
        if (!room.scalars().isEmpty()) {
            ObjectNode limits = resources.putObject("limits");
            room.scalars().forEach((name, amount) -> limits.put(name, amount.toString()));
        }
    }

    /** A pod of another size has another name: it comes before the one of the old size goes. */
    private static String name(String testbedUid, SlotPlace place, Resources room) {
        String slot = testbedUid + "/" + place.node() + "/" + place.positionOnNode() + "/" + room.quantities();
        return "slot-" + UUID.nameUUIDFromBytes(slot.getBytes(StandardCharsets.UTF_8));
    }

    static SlotPausePod read(KubeObject pod) {
        JsonNode requests = pod.spec().at("/containers/0/resources/requests");
        Map<String, Quantity> quantities = new HashMap<>();
        requests.properties()
                .forEach(each -> quantities.put(
                        each.getKey(), Quantity.parse(each.getValue().asText())));
        String phase = pod.status().path("phase").asText();
        return new SlotPausePod(
                pod.key(),
                pod.uid(),
                pod.label(Names.SLOT_PAUSE_POD_LABEL),
                new SlotPlace(pod.spec().path("nodeName").asText(), 0, position(pod)),
                ResourceSum.of("requests", quantities).toResources(),
                pod.deleting(),
                phase.equals("Succeeded") || phase.equals("Failed"));
    }

    private static int position(KubeObject pod) {
        try {
            return Integer.parseInt(pod.annotation(Names.SLOT_PLACE_ANNOTATION));
        } catch (NumberFormatException none) {
            // Of no slot: it is deleted.
            return Integer.MAX_VALUE;
        }
    }
}
