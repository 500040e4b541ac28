package dev.edgewise.global.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.MemberFenceNames;
import dev.edgewise.global.model.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rules for the objects of a request. They need no cluster; whether a member knows a kind, and whether the tenant's
 * account may create it, the member says.
 *
 * @param namespace the target namespace, in which all objects of a request are
 * @param clusterScoped whether objects that are in no namespace may be part of the request
 */
public record ManifestRules(String namespace, boolean clusterScoped) {
    /** Returns the problems of the objects; none if all may be applied. */
    public List<Problem> problems(List<Manifest> objects) {
        Problems problems = new Problems();
        Map<String, String> seen = new HashMap<>();
        for (Manifest object : objects) {
            owners(object, problems);
            deletion(object, problems);
            place(object, problems);
            String earlier = object.name().isEmpty() ? null : seen.putIfAbsent(identity(object), object.field());
            if (earlier != null) {
                problems.add(
                        object.field() + ".metadata.name",
                        object.title(),
                        "named once: " + earlier + " is the same object");
            }
            if (object.kind().equals("ConfigMap") && object.name().startsWith(MemberFenceNames.ANCHOR_PREFIX)) {
                problems.add(
                        object.field() + ".metadata.name",
                        object.name(),
                        "a name without the prefix " + MemberFenceNames.ANCHOR_PREFIX);
            }
        }
        return problems.list();
    }

    /** Returns the identity without the version: apps/v1 and apps/v1beta1 are two ways to say the same object. */
    private static String identity(Manifest object) {
        return object.group() + "/" + object.kind() + "/" + object.name();
    }

    private static void owners(Manifest object, Problems problems) {
        JsonNode owners = object.tree().path("metadata").path("ownerReferences");
        if (!owners.isMissingNode() && !owners.isNull() && !owners.isEmpty()) {
            problems.add(
                    object.field() + ".metadata.ownerReferences",
                    owners,
                    "left out: the request's own anchor owns what it creates");
        }
    }

    /** A finalizer would make the deletion of the anchor, which waits for the object, endless. */
    private static void deletion(Manifest object, Problems problems) {
        JsonNode metadata = object.tree().path("metadata");
        JsonNode finalizers = metadata.path("finalizers");
        String field = object.field() + ".metadata.";
        if (!finalizers.isMissingNode() && !finalizers.isNull() && !(finalizers.isArray() && finalizers.isEmpty())) {
            problems.add(
                    field + "finalizers", finalizers, "left out: what an attempt created is deleted without delay");
        }
        if (metadata.hasNonNull("deletionGracePeriodSeconds")) {
            problems.add(
                    field + "deletionGracePeriodSeconds",
                    metadata.path("deletionGracePeriodSeconds"),
                    "left out: the API server sets it");
        }
    }

    private void place(Manifest object, Problems problems) {
        if (ObjectScope.of(object) == ObjectScope.CLUSTER) {
            if (!clusterScoped) {
                problems.add(
                        object.field() + ".kind",
                        object.kind(),
                        "a kind with a namespace: cluster-scoped objects are not allowed in this request");
            }
        } else if (!object.namespace().isEmpty() && !object.namespace().equals(namespace)) {
            problems.add(
                    object.field() + ".metadata.namespace",
                    object.namespace(),
                    namespace + ", the request's target namespace, or left out");
        }
    }
}
