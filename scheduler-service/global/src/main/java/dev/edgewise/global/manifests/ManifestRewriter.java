package dev.edgewise.global.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Names;
import dev.edgewise.global.model.Policy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/**
 * Makes the objects of an attempt from the manifests of a request. The same input makes the same objects, so that
 * applying them again changes nothing.
 */
public final class ManifestRewriter {
    /** The profile of scheduler-service, and the prototype's scheduler, for the policies that rank nodes as well. */
    public static final String GRIFFIN_SCHEDULER = "griffin_scheduler";

    /** Finished Jobs are kept so long at least: their result must be read before they are deleted. */
    static final int SHORTEST_TTL_SECONDS = 86_400;

    private static final int SUFFIX_LENGTH = 8;

    /** Fields that the API server writes, and refuses or ignores from others. */
    private static final List<String> SERVER_FIELDS = List.of(
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "managedFields",
            "selfLink");

    private ManifestRewriter() {}

    /**
     * Returns the scheduler that ranks nodes by the policy; empty if the policy leaves nodes to any scheduler. The
     * nodes of a cluster have no costs of their own, and their charge is ranked by profiles of scheduler-service that
     * the member's operator chooses.
     */
    public static String schedulerName(Policy policy) {
        return switch (policy.type()) {
            case LOW_LATENCY, RESPONSE_TIME, MOST_AVAILABLE, MOST_REQUESTED -> GRIFFIN_SCHEDULER;
            default -> "";
        };
    }

    /**
     * Returns the object to be applied.
     *
     * @param namespaced whether its kind is in namespaces; only then it has an owner
     */
    public static ObjectNode rewrite(Manifest manifest, RewriteTarget target, boolean namespaced) {
        ObjectNode object = manifest.tree().deepCopy();
        object.remove("status");
        ObjectNode metadata = child(object, "metadata");
        SERVER_FIELDS.forEach(metadata::remove);
        if (manifest.name().isEmpty()) {
            metadata.put("name", generatedName(manifest, metadata, target));
            metadata.remove("generateName");
        }
        label(metadata, target);
        if (namespaced) {
            metadata.put("namespace", target.namespace());
            metadata.set("ownerReferences", owner(metadata.arrayNode(), target));
        } else {
            metadata.remove("namespace");
        }
        pods(manifest, object, target);
        keepResults(manifest, object);
        deleteClaims(manifest, object, target);
        return object;
    }

    /** Returns the name of the object in the member. */
    public static String name(Manifest manifest, RewriteTarget target) {
        return manifest.name().isEmpty()
                ? generatedName(manifest, manifest.tree().path("metadata"), target)
                : manifest.name();
    }

    private static String generatedName(Manifest manifest, JsonNode metadata, RewriteTarget target) {
        String from = target.requestUid() + "/" + target.attempt() + "/" + manifest.field();
        String suffix =
                UUID.nameUUIDFromBytes(from.getBytes(StandardCharsets.UTF_8)).toString();
        return metadata.path("generateName").asText() + suffix.substring(0, SUFFIX_LENGTH);
    }

    private static void label(ObjectNode metadata, RewriteTarget target) {
        ObjectNode labels = child(metadata, "labels");
        labels.put(Names.REQUEST_LABEL, target.requestUid());
        labels.put(Names.ATTEMPT_LABEL, Integer.toString(target.attempt()));
    }

    private static ArrayNode owner(ArrayNode owners, RewriteTarget target) {
        owners.addObject()
                .put("apiVersion", "v1")
                .put("kind", "ConfigMap")
                .put("name", target.anchorName())
                .put("uid", target.anchorUid())
                .put("blockOwnerDeletion", true);
        return owners;
    }

    private static void pods(Manifest manifest, ObjectNode object, RewriteTarget target) {
        if (!(PodTemplates.of(manifest, object) instanceof ObjectNode template)) {
            return;
        }
        if (template != object) {
            label(child(template, "metadata"), target);
        }
        if (template.path("spec") instanceof ObjectNode spec) {
            PodPlacementWriter.write(template, spec, target);
        }
    }

    private static void keepResults(Manifest manifest, ObjectNode object) {
        JsonNode spec = object.path("spec");
        JsonNode job =
                manifest.kind().equals("CronJob") ? spec.path("jobTemplate").path("spec") : spec;
        boolean isJob = manifest.group().equals("batch") && job.has("ttlSecondsAfterFinished");
        if (isJob
                && job instanceof ObjectNode jobSpec
                && jobSpec.path("ttlSecondsAfterFinished").asLong() < SHORTEST_TTL_SECONDS) {
            jobSpec.put("ttlSecondsAfterFinished", SHORTEST_TTL_SECONDS);
        }
    }

    /**
     * Claims that a StatefulSet makes have no owner unless it asks for that: they would be left in clusters that were
     * tried.
     */
    private static void deleteClaims(Manifest manifest, ObjectNode object, RewriteTarget target) {
        JsonNode spec = object.path("spec");
        if (!manifest.kind().equals("StatefulSet")
                || spec.path("volumeClaimTemplates").isEmpty()) {
            return;
        }
        ObjectNode retention = child((ObjectNode) spec, "persistentVolumeClaimRetentionPolicy");
        if (!retention.has("whenDeleted")) {
            retention.put("whenDeleted", "Delete");
        }
        if (retention.path("whenDeleted").asText().equals("Delete")) {
            spec.path("volumeClaimTemplates").forEach(claim -> {
                if (claim instanceof ObjectNode template) {
                    label(child(template, "metadata"), target);
                }
            });
        }
    }

    /** Returns the child object; one that is no object, such as null, is replaced. */
    static ObjectNode child(ObjectNode parent, String name) {
        return parent.path(name) instanceof ObjectNode existing ? existing : parent.putObject(name);
    }
}
