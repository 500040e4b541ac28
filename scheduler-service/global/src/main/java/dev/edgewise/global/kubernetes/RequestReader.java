package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.edgewise.global.expression.ClusterLevelExpression;
import dev.edgewise.global.kubernetes.SpecFieldReader.ProblemException;
import dev.edgewise.global.model.Callback;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.model.ManifestSource;
import dev.edgewise.global.model.OnUnreachable;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.Problem;
import dev.edgewise.global.model.RankedResource;
import dev.edgewise.global.model.RequestQueuePriority;
import dev.edgewise.global.model.RequestSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads GlobalRequests. An object whose spec cannot be followed is read with the {@link Problem}, so that its status
 * can say so.
 */
final class RequestReader {

    private static final int LONGEST_LABEL = 63;
    private static final int LONGEST_NAME = 253;
    private static final int LONGEST_POD = 507;
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern SUBDOMAIN = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

    /** The spec of a request whose own cannot be read. */
    private static final RequestSpec NONE = new RequestSpec(
            ManifestSource.inline(""),
            Policy.of(PolicyType.MOST_AVAILABLE),
            new ClusterLevelExpression(List.of()),
            RequestQueuePriority.BASE,
            Duration.ofSeconds(RequestSpec.DEFAULT_READY_SECONDS),
            null,
            OnUnreachable.WAIT,
            null,
            "",
            "",
            false);

    private RequestReader() {}

    static GlobalRequest read(GlobalRequestObject object) {
        RequestSpec spec = NONE;
        Problem problem = null;
        try {
            spec = spec(object.spec(), object.key().namespace());
        } catch (ProblemException wrong) {
            problem = wrong.problem();
        }
        return new GlobalRequest(
                object.key(),
                object.uid(),
                object.version(),
                object.generation(),
                object.createdAt(),
                object.deleting(),
                spec,
                problem,
                StatusJson.read(object.status()));
    }

    static RequestSpec spec(JsonNode spec, String namespace) {
        String target = SpecFieldReader.text(spec, "spec", "targetNamespace", LONGEST_LABEL);
        String account = SpecFieldReader.text(spec, "spec", "serviceAccount", LONGEST_NAME);
        requireName("spec.targetNamespace", target, spec.path("targetNamespace"), LABEL);
        requireName("spec.serviceAccount", account, spec.path("serviceAccount"), SUBDOMAIN);
        return new RequestSpec(
                manifests(spec.path("manifests")),
                policy(spec.path("policy")),
                clusters(spec.path("clusters")),
                SpecFieldReader.constant(
                        spec, "spec", "priority", RequestQueuePriority.class, RequestQueuePriority.BASE),
                SpecFieldReader.seconds(
                        spec,
                        "spec",
                        "readyWithinSeconds",
                        RequestSpec.LONGEST_READY_SECONDS,
                        RequestSpec.DEFAULT_READY_SECONDS),
                SpecFieldReader.seconds(spec, "spec", "deadlineSeconds", RequestSpec.LONGEST_DEADLINE_SECONDS, null),
                SpecFieldReader.constant(spec, "spec", "onUnreachable", OnUnreachable.class, OnUnreachable.WAIT),
                callback(spec.path("callback")),
                target.isEmpty() ? namespace : target,
                account.isEmpty() ? GlobalRequestObjectNames.DEFAULT_ACCOUNT : account,
                SpecFieldReader.flag(spec, "spec", "cancelled"));
    }

    private static void requireName(String path, String name, JsonNode value, Pattern pattern) {
        if (!name.isEmpty() && !pattern.matcher(name).matches()) {
            throw SpecFieldReader.problem(path, value, "a name of small letters, digits and '-'");
        }
    }

    private static ManifestSource manifests(JsonNode manifests) {
        if (!manifests.isObject() || manifests.size() != 1) {
            throw SpecFieldReader.problem("spec.manifests", manifests, "one of inline, configMapRef and secretRef");
        }
        if (manifests.has("inline")) {
            return ManifestSource.stored(characters(manifests.path("inline")));
        }
        String field = manifests.has("configMapRef") ? "configMapRef" : "secretRef";
        JsonNode reference = manifests.path(field);
        String path = "spec.manifests." + field;
        String name = SpecFieldReader.requiredText(reference, path, "name", LONGEST_NAME);
        requireName(path + ".name", name, reference.path("name"), SUBDOMAIN);
        return ManifestSource.reference(
                field.equals("configMapRef") ? "ConfigMap" : "Secret",
                name,
                SpecFieldReader.requiredText(reference, path, "key", LONGEST_NAME));
    }

    /** Returns the length of the text, which {@link ManifestSkippingDeserializer} has left of a long one. */
    private static int characters(JsonNode inline) {
        int length = inline.isTextual() ? inline.asText().length() : inline.asInt();
        if (length < 1 || length > RequestSpec.LARGEST_INLINE) {
            throw SpecFieldReader.problem(
                    "spec.manifests.inline",
                    inline.isInt() ? TextNode.valueOf(length + " characters") : inline,
                    "a text of 1 to " + RequestSpec.LARGEST_INLINE + " characters");
        }
        return length;
    }

    private static Policy policy(JsonNode policy) {
        String path = "spec.policy";
        PolicyType type = SpecFieldReader.constant(policy, path, "type", PolicyType.class, PolicyType.MOST_AVAILABLE);
        return new Policy(
                type,
                SpecFieldReader.text(policy, path, "sourceCluster", LONGEST_LABEL),
                SpecFieldReader.text(policy, path, "sourceNode", LONGEST_NAME),
                SpecFieldReader.text(policy, path, "sourcePod", LONGEST_POD),
                SpecFieldReader.constant(policy, path, "resource", RankedResource.class, RankedResource.ALL),
                SpecFieldReader.text(policy, path, "node", LONGEST_NAME),
                FunctionCallSpecReader.read(policy, type));
    }

    private static @Nullable Callback callback(JsonNode callback) {
        return callback.isMissingNode() || callback.isNull()
                ? null
                : new Callback(
                        SpecFieldReader.requiredText(
                                callback, "spec.callback", "url", RequestSpec.LONGEST_CALLBACK_URL),
                        SpecFieldReader.text(callback, "spec.callback", "secretName", LONGEST_NAME));
    }

    /** A level may be a name alone, as in the notation of people. */
    private static ClusterLevelExpression clusters(JsonNode clusters) {
        if (!clusters.isArray() || clusters.isEmpty() || clusters.size() > ClusterLevelExpression.MOST_LEVELS) {
            throw SpecFieldReader.problem(
                    "spec.clusters",
                    clusters,
                    "a list of 1 to " + ClusterLevelExpression.MOST_LEVELS + " levels of names");
        }
        List<List<String>> levels = new ArrayList<>();
        Map<String, String> seen = new HashMap<>();
        for (int level = 0; level < clusters.size(); level++) {
            JsonNode names = clusters.get(level);
            String path = "spec.clusters[" + level + "]";
            if (names.isTextual()) {
                levels.add(List.of(cluster(names, path, seen)));
                continue;
            }
            if (!names.isArray() || names.isEmpty()) {
                throw SpecFieldReader.problem(path, names, "a list of at least one name");
            }
            List<String> read = new ArrayList<>();
            for (int index = 0; index < names.size(); index++) {
                read.add(cluster(names.get(index), path + "[" + index + "]", seen));
            }
            levels.add(read);
        }
        return new ClusterLevelExpression(levels);
    }

    private static String cluster(JsonNode name, String path, Map<String, String> seen) {
        if (!name.isTextual() || !LABEL.matcher(name.asText()).matches()) {
            throw SpecFieldReader.problem(path, name, "the name of a cluster: small letters, digits and '-'");
        }
        String before = seen.putIfAbsent(name.asText(), path);
        if (before != null) {
            throw SpecFieldReader.problem(path, name, "a name that is not in the expression before: it is " + before);
        }
        if (seen.size() > ClusterLevelExpression.MOST_NAMES) {
            throw SpecFieldReader.problem(
                    path, name, "left out: an expression has at most " + ClusterLevelExpression.MOST_NAMES + " names");
        }
        return name.asText();
    }
}
