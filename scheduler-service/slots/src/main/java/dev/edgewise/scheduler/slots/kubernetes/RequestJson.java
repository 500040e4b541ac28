package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes the JSON of Schedulings and patches that are sent to the API server. */
final class RequestJson {
    private RequestJson() {}

    /** Returns a JSON patch of one field, for the object with that uid, and with that version where it is given. */
    static String patch(String uid, @Nullable String version, String field, JsonNode value) {
        ArrayNode patch = JsonFieldAccess.array();
        patch.addObject().put("op", "test").put("path", "/metadata/uid").put("value", uid);
        if (version != null) {
            patch.addObject()
                    .put("op", "test")
                    .put("path", "/metadata/resourceVersion")
                    .put("value", version);
        }
        patch.addObject().put("op", "add").put("path", field).set("value", value);
        return patch.toString();
    }

    static ObjectNode object(ObjectKey key, SchedulingSpec spec) {
        ObjectNode object = JsonFieldAccess.object();
        object.put("apiVersion", SlotWatches.GROUP + "/v1alpha1").put("kind", "Scheduling");
        object.putObject("metadata").put("namespace", key.namespace()).put("name", key.name());
        object.set("spec", spec(spec));
        return object;
    }

    static ObjectNode spec(SchedulingSpec spec) {
        ObjectNode json = JsonFieldAccess.object();
        json.putObject("testbed").put("name", spec.testbed().name());
        if (spec.jobs() instanceof RequestedJobs.Queue queue) {
            ArrayNode entries = json.putArray("queueBased");
            queue.entries().forEach(entry -> entries.addObject().put("name", entry.name()));
        } else if (spec.jobs() instanceof RequestedJobs.Slots slots) {
            ObjectNode slotBased = json.putObject("slotBased");
            slotBased.put("mode", slots.mode().name().toLowerCase(Locale.ROOT));
            ArrayNode jobs = slotBased.putArray("jobs");
            for (RequestedJobs.JobSlots job : slots.jobs()) {
                ObjectNode entry = jobs.addObject();
                entry.putObject("name").put("name", job.job().name());
                job.slots().forEach(entry.putArray("slotIds")::add);
            }
        }
        return json;
    }
}
