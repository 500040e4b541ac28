package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.global.model.Callback;
import dev.edgewise.global.model.EnumText;
import dev.edgewise.global.model.FunctionCallSpec;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.model.ManifestSource;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestSpec;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The spec of a GlobalRequest as JSON. {@link RequestReader} reads it again as it was. */
final class SpecJson {
    private SpecJson() {}

    static ObjectNode object(RequestKey key, RequestSpec spec, String fingerprint) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", GlobalRequestObjectNames.GROUP + "/" + GlobalRequestObjectNames.VERSION)
                .put("kind", GlobalRequestObjectNames.KIND);
        ObjectNode metadata = json.putObject("metadata");
        metadata.put("name", key.name()).put("namespace", key.namespace());
        metadata.putArray("finalizers").add(GlobalRequestObjectNames.FINALIZER);
        metadata.putObject("annotations").put(GlobalRequestObjectNames.FINGERPRINT_ANNOTATION, fingerprint);
        json.set("spec", spec(spec));
        return json;
    }

    static ObjectNode spec(RequestSpec spec) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        manifests(json.putObject("manifests"), spec.manifests());
        ArrayNode levels = json.putArray("clusters");
        spec.clusters().levels().forEach(level -> level.forEach(levels.addArray()::add));
        policy(json.putObject("policy"), spec.policy());
        json.put("priority", EnumText.of(spec.priority()))
                .put("readyWithinSeconds", spec.readyWithin().toSeconds())
                .put("onUnreachable", EnumText.of(spec.onUnreachable()))
                .put("targetNamespace", spec.targetNamespace())
                .put("serviceAccount", spec.serviceAccount())
                .put("cancelled", spec.cancelled());
        Duration deadline = spec.deadline();
        if (deadline != null) {
            json.put("deadlineSeconds", deadline.toSeconds());
        }
        callback(json, spec.callback());
        return json;
    }

    private static void manifests(ObjectNode json, ManifestSource source) {
        if (source.isInline()) {
            json.put("inline", source.inline());
        } else {
            json.putObject(source.kind().equals("Secret") ? "secretRef" : "configMapRef")
                    .put("name", source.name())
                    .put("key", source.key());
        }
    }

    private static void policy(ObjectNode json, Policy policy) {
        json.put("type", EnumText.of(policy.type())).put("resource", EnumText.of(policy.resource()));
        put(json, "sourceCluster", policy.sourceCluster());
        put(json, "sourceNode", policy.sourceNode());
        put(json, "sourcePod", policy.sourcePod());
        put(json, "node", policy.node());
        if (policy.call().areDeclared()) {
            call(json.putObject("call"), policy.call());
        }
    }

    private static void call(ObjectNode json, FunctionCallSpec call) {
        json.put("computeMillis", call.computeMillis())
                .put("payloadBytes", call.payloadBytes())
                .put("functions", call.functions());
        put(json, "resultCluster", call.resultCluster());
    }

    private static void callback(ObjectNode json, @Nullable Callback callback) {
        if (callback != null) {
            put(json.putObject("callback").put("url", callback.url()), "secretName", callback.secretName());
        }
    }

    private static void put(ObjectNode json, String field, String text) {
        if (!text.isEmpty()) {
            json.put(field, text);
        }
    }
}
