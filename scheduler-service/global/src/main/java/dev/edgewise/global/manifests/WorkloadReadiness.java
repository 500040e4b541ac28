package dev.edgewise.global.manifests;

import com.fasterxml.jackson.databind.JsonNode;

/** Readiness of the kinds that make pods, by the counts that their controllers write. */
final class WorkloadReadiness {
    private static final ObjectReadiness NOT_SEEN =
            ObjectReadiness.pending("its controller has not seen its last change");

    private WorkloadReadiness() {}

    static ObjectReadiness deployment(JsonNode object) {
        if (isNotSeen(object)) {
            return NOT_SEEN;
        }
        JsonNode status = object.path("status");
        if (Conditions.find(object, "Progressing").path("reason").asText().equals("ProgressDeadlineExceeded")) {
            return ObjectReadiness.failed(Conditions.text(object, "Progressing"));
        }
        int wanted = wanted(object);
        int updated = status.path("updatedReplicas").asInt();
        int available = status.path("availableReplicas").asInt();
        if (updated < wanted || status.path("replicas").asInt() > updated) {
            return ObjectReadiness.pending(updated + " of " + wanted + " replicas are of its last version");
        }
        return enough(available, wanted, "are available");
    }

    static ObjectReadiness statefulSet(JsonNode object) {
        if (isNotSeen(object)) {
            return NOT_SEEN;
        }
        JsonNode status = object.path("status");
        int wanted = wanted(object);
        JsonNode update = object.path("spec").path("updateStrategy");
        int kept = update.path("rollingUpdate").path("partition").asInt();
        int toUpdate = update.path("type").asText("RollingUpdate").equals("OnDelete") ? 0 : Math.max(0, wanted - kept);
        int updated = status.path("updatedReplicas").asInt();
        if (updated < toUpdate) {
            return ObjectReadiness.pending(updated + " of " + toUpdate + " replicas are of its last version");
        }
        return enough(status.path("readyReplicas").asInt(), wanted, "are ready");
    }

    /** A DaemonSet that no node takes is not ready: it would run nothing. */
    static ObjectReadiness daemonSet(JsonNode object) {
        if (isNotSeen(object)) {
            return NOT_SEEN;
        }
        JsonNode status = object.path("status");
        int wanted = status.path("desiredNumberScheduled").asInt();
        if (wanted == 0) {
            return ObjectReadiness.pending("no node takes its pods");
        }
        return enough(
                Math.min(
                        status.path("numberReady").asInt(),
                        status.path("updatedNumberScheduled").asInt()),
                wanted,
                "are ready");
    }

    static ObjectReadiness replicas(JsonNode object) {
        return isNotSeen(object)
                ? NOT_SEEN
                : enough(object.path("status").path("readyReplicas").asInt(), wanted(object), "are ready");
    }

    /** A Job is ready once as many of its pods as may run at once are ready or have succeeded. */
    static ObjectReadiness job(JsonNode object) {
        for (String type : new String[] {"Failed", "FailureTarget"}) {
            if (Conditions.is(object, type, "True")) {
                return ObjectReadiness.failed(Conditions.text(object, type));
            }
        }
        if (Conditions.is(object, "Complete", "True") || Conditions.is(object, "SuccessCriteriaMet", "True")) {
            return ObjectReadiness.READY;
        }
        JsonNode spec = object.path("spec");
        if (spec.path("suspend").asBoolean()) {
            return ObjectReadiness.pending("it is suspended");
        }
        int parallelism = spec.path("parallelism").asInt(1);
        int wanted = Math.max(1, Math.min(parallelism, spec.path("completions").asInt(parallelism)));
        JsonNode status = object.path("status");
        return enough(
                status.path("ready").asInt() + status.path("succeeded").asInt(), wanted, "are ready or have succeeded");
    }

    /**
     * Whether the controller has not written yet: every object has generation 1 from its creation, and the status of a
     * new one says nothing.
     */
    private static boolean isNotSeen(JsonNode object) {
        return !object.path("status").has("observedGeneration") || Conditions.isStale(object);
    }

    private static int wanted(JsonNode object) {
        return object.path("spec").path("replicas").asInt(1);
    }

    private static ObjectReadiness enough(int have, int wanted, String what) {
        return have >= wanted
                ? ObjectReadiness.READY
                : ObjectReadiness.pending(have + " of " + wanted + " pods " + what);
    }
}
