package dev.edgewise.scheduler.slots.application;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.model.Toleration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Pod templates of pods in slots. They have all that a slot needs, so that it works where no webhook of an operator is
 * installed.
 */
final class PodTemplates {
    /** The annotations and the label of pods in slots. */
    static final List<String> RESERVED = List.of(Names.SLOTS_ANNOTATION, Names.SLOT_ANNOTATION, Names.BATCH_JOB_LABEL);

    private PodTemplates() {}

    /** Returns the object at that field, which is created if the field is missing or no object. */
    static ObjectNode object(ObjectNode parent, String field) {
        return parent.get(field) instanceof ObjectNode known ? known : parent.putObject(field);
    }

    /** Returns a copy of an object; an empty one of anything else. */
    static ObjectNode copy(JsonNode object) {
        return object instanceof ObjectNode known ? known.deepCopy() : JsonNodeFactory.instance.objectNode();
    }

    /**
     * Removes the names by which a pod would get into a slot, or be of a job: the template, and the binding, alone set
     * them.
     */
    static void withoutSlots(JsonNode names) {
        if (names instanceof ObjectNode known) {
            known.remove(RESERVED);
        }
    }

    /** Removes what in a template would bring its pods into slots, or onto a node, without a check. */
    static void outOfSlots(JsonNode template) {
        withoutSlots(template.at("/metadata/labels"));
        withoutSlots(template.at("/metadata/annotations"));
        if (template.path("spec") instanceof ObjectNode spec) {
            spec.remove(List.of("priority", "nodeName"));
        }
    }

    /** Gives the template the annotation of its slots, and its scheduler, priority and tolerations. */
    static void intoSlots(ObjectNode template, ApplicationManifestInput request) {
        outOfSlots(template);
        ObjectNode metadata = object(template, "metadata");
        object(metadata, "labels").put(Names.BATCH_JOB_LABEL, request.job().name());
        object(metadata, "annotations").put(Names.SLOTS_ANNOTATION, request.slotsAnnotation());
        ObjectNode spec = object(template, "spec");
        spec.put("schedulerName", request.pods().schedulerName());
        spec.put("priorityClassName", request.pods().priorityClass());
        if (!request.tolerations().isEmpty()) {
            ArrayNode tolerations =
                    spec.get("tolerations") instanceof ArrayNode known ? known : spec.putArray("tolerations");
            request.tolerations().forEach(toleration -> tolerations.add(json(toleration)));
        }
    }

    /** Returns the container of that name, which is added if there is none. */
    static ObjectNode container(ObjectNode template, String name) {
        ObjectNode spec = object(template, "spec");
        ArrayNode containers = spec.get("containers") instanceof ArrayNode known ? known : spec.putArray("containers");
        for (JsonNode container : containers) {
            if (container instanceof ObjectNode known
                    && container.path("name").asText().equals(name)) {
                return known;
            }
        }
        return containers.addObject().put("name", name);
    }

    /** Returns the first container; null if there is none. The API server refuses a container that is no object. */
    static @Nullable ObjectNode firstContainer(ObjectNode template) {
        for (JsonNode each : template.at("/spec/containers")) {
            if (each instanceof ObjectNode container) {
                return container;
            }
        }
        return null;
    }

    /**
     * Has one container request the whole slot, and the others nothing: the pod requests what the slot has, neither
     * more nor less. A limit is the slot's amount, where the user set one; resources other than CPU, memory and storage
     * need one.
     *
     * @param main the container; null if there is none
     */
    static void requestSlot(ObjectNode template, Resources slot, @Nullable ObjectNode main) {
        ObjectNode spec = object(template, "spec");
        spec.remove("resources");
        for (String field : List.of("initContainers", "containers")) {
            for (JsonNode each : spec.path(field)) {
                if (each instanceof ObjectNode container && container != main) {
                    container.remove("resources");
                }
            }
        }
        if (main != null) {
            JsonNode limited = main.path("resources").path("limits");
            addRequests(main.putObject("resources"), limited, slot);
        }
    }

    private static void addRequests(ObjectNode resources, JsonNode limited, Resources slot) {
        ObjectNode requests = resources.putObject("requests");
        ObjectNode limits = JsonNodeFactory.instance.objectNode();
        Map<String, String> none = Resources.NONE.quantities();
        slot.quantities().forEach((name, quantity) -> {
            if (!quantity.equals(none.get(name))) {
                requests.put(name, quantity);
                if (limited.has(name) || slot.scalars().containsKey(name)) {
                    limits.put(name, quantity);
                }
            }
        });
        if (!limits.isEmpty()) {
            resources.set("limits", limits);
        }
    }

    private static ObjectNode json(Toleration toleration) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        boolean exists = toleration.operator() == Toleration.Operator.EXISTS;
        if (!toleration.key().isEmpty()) {
            json.put("key", toleration.key());
        }
        json.put("operator", exists ? "Exists" : "Equal");
        if (!exists) {
            json.put("value", toleration.value());
        }
        Taint.Effect effect = toleration.effect();
        if (effect != null) {
            json.put(
                    "effect",
                    switch (effect) {
                        case NO_SCHEDULE -> "NoSchedule";
                        case PREFER_NO_SCHEDULE -> "PreferNoSchedule";
                        case NO_EXECUTE -> "NoExecute";
                    });
        }
        return json;
    }
}
