package dev.edgewise.global.web;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.global.expression.ClusterExpressionParser;
import dev.edgewise.global.expression.ClusterLevelExpression;
import dev.edgewise.global.model.Callback;
import dev.edgewise.global.model.EnumText;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.model.ManifestSource;
import dev.edgewise.global.model.OnUnreachable;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.RankedResource;
import dev.edgewise.global.model.RequestQueuePriority;
import dev.edgewise.global.model.RequestSpec;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request that a caller submits: the fields of a GlobalRequest's spec, under the same names and with the same
 * defaults, and where it shall be.
 *
 * @param namespace of the request
 * @param name of the request; made from the key of idempotency, or at random, unless given
 * @param clusters levels of names: a list, or the text {@code [c1, [c2, c3], c4]}
 */
public record SubmitRequest(
        @Nullable String namespace,
        @Nullable String name,
        @Nullable Manifests manifests,
        @Nullable Object clusters,
        @Nullable PolicyFields policy,
        @Nullable String priority,
        @Nullable Integer readyWithinSeconds,
        @Nullable Integer deadlineSeconds,
        @Nullable String onUnreachable,
        @Nullable CallbackFields callback,
        @Nullable String targetNamespace,
        @Nullable String serviceAccount) {
    private static final int LONGEST_NAME = 253;

    /**
     * The documents, or the object that has them; exactly one is set.
     *
     * @param inline documents of YAML or JSON
     */
    public record Manifests(@Nullable String inline, @Nullable Reference configMapRef, @Nullable Reference secretRef) {}

    /** A field of an object in the request's namespace. */
    public record Reference(@Nullable String name, @Nullable String key) {}

    /** The policy with its parameters. */
    public record PolicyFields(
            @Nullable String type,
            @Nullable String sourceCluster,
            @Nullable String sourceNode,
            @Nullable String sourcePod,
            @Nullable String resource,
            @Nullable String node,
            @Nullable SubmittedFunctionCall call) {}

    /** The address that gets the end of the request. */
    public record CallbackFields(@Nullable String url, @Nullable String secretName) {}

    /** @throws InvalidInputException naming field, value and what is allowed */
    RequestSpec spec() {
        String target = RequestFieldValidator.labelOr("targetNamespace", targetNamespace, checkedNamespace());
        return new RequestSpec(
                source(),
                policyValue(),
                levels(),
                constant("priority", priority, RequestQueuePriority.class, RequestQueuePriority.BASE),
                Objects.requireNonNull(seconds(
                        "readyWithinSeconds",
                        readyWithinSeconds,
                        RequestSpec.LONGEST_READY_SECONDS,
                        RequestSpec.DEFAULT_READY_SECONDS)),
                seconds("deadlineSeconds", deadlineSeconds, RequestSpec.LONGEST_DEADLINE_SECONDS, null),
                constant("onUnreachable", onUnreachable, OnUnreachable.class, OnUnreachable.WAIT),
                callbackValue(),
                target,
                RequestFieldValidator.nameOr(
                        "serviceAccount", serviceAccount, GlobalRequestObjectNames.DEFAULT_ACCOUNT),
                false);
    }

    /** @throws InvalidInputException if it is none */
    String checkedNamespace() {
        return RequestFieldValidator.namespace(namespace);
    }

    private ManifestSource source() {
        Manifests given = manifests == null ? new Manifests(null, null, null) : manifests;
        int set = (given.inline == null ? 0 : 1)
                + (given.configMapRef == null ? 0 : 1)
                + (given.secretRef == null ? 0 : 1);
        if (set != 1) {
            throw new InvalidInputException(
                    "manifests", set + " of its fields", "one of inline, configMapRef and secretRef");
        }
        if (given.inline == null) {
            return given.configMapRef == null
                    ? reference("secretRef", "Secret", Objects.requireNonNull(given.secretRef))
                    : reference("configMapRef", "ConfigMap", given.configMapRef);
        }
        if (given.inline.isBlank() || given.inline.length() > RequestSpec.LARGEST_INLINE) {
            throw new InvalidInputException(
                    "manifests.inline",
                    given.inline.length() + " characters long",
                    "1 to " + RequestSpec.LARGEST_INLINE + " characters; larger ones are in a ConfigMap or Secret");
        }
        return ManifestSource.inline(given.inline);
    }

    private static ManifestSource reference(String field, String kind, Reference reference) {
        return ManifestSource.reference(
                kind,
                RequestFieldValidator.name("manifests." + field + ".name", reference.name),
                RequestFieldValidator.text("manifests." + field + ".key", reference.key, LONGEST_NAME));
    }

    private ClusterLevelExpression levels() {
        if (clusters instanceof String text) {
            return ClusterExpressionParser.parse("clusters", text);
        }
        if (clusters instanceof List<?> nested) {
            return ClusterExpressionParser.parse("clusters", nested);
        }
        throw new InvalidInputException(
                "clusters",
                clusters == null ? "nothing" : clusters,
                "levels of names, such as [\"c1\", [\"c2\", \"c3\"]]");
    }

    private Policy policyValue() {
        PolicyFields given = policy == null ? new PolicyFields(null, null, null, null, null, null, null) : policy;
        PolicyType type = constant("policy.type", given.type, PolicyType.class, PolicyType.MOST_AVAILABLE);
        return new Policy(
                type,
                RequestFieldValidator.clusterOr("policy.sourceCluster", given.sourceCluster, ""),
                RequestFieldValidator.nameOr("policy.sourceNode", given.sourceNode, ""),
                pod(given.sourcePod),
                constant("policy.resource", given.resource, RankedResource.class, RankedResource.ALL),
                RequestFieldValidator.nameOr("policy.node", given.node, ""),
                SubmittedFunctionCall.shape(given.call, type));
    }

    private static String pod(@Nullable String given) {
        if (given == null || given.isEmpty()) {
            return "";
        }
        String[] parts = given.split("/", -1);
        if (parts.length != 2) {
            throw new InvalidInputException("policy.sourcePod", given, "a namespace and the name of a pod: shop/web-0");
        }
        return RequestFieldValidator.name("policy.sourcePod", parts[0]) + "/"
                + RequestFieldValidator.name("policy.sourcePod", parts[1]);
    }

    private @Nullable Callback callbackValue() {
        return callback == null
                ? null
                : new Callback(
                        RequestFieldValidator.httpUrl(
                                "callback.url",
                                RequestFieldValidator.text(
                                        "callback.url", callback.url, RequestSpec.LONGEST_CALLBACK_URL)),
                        RequestFieldValidator.nameOr("callback.secretName", callback.secretName, ""));
    }

    private static <E extends Enum<E>> E constant(String field, @Nullable String text, Class<E> type, E otherwise) {
        if (text == null || text.isEmpty()) {
            return otherwise;
        }
        E found = EnumText.find(type, text);
        if (found == null) {
            throw new InvalidInputException(field, text, EnumText.all(type));
        }
        return found;
    }

    private static @Nullable Duration seconds(
            String field, @Nullable Integer given, int highest, @Nullable Integer otherwise) {
        Integer value = given == null ? otherwise : given;
        if (value == null) {
            return null;
        }
        if (value < 1 || value > highest) {
            throw new InvalidInputException(field, value, "a whole number from 1 to " + highest);
        }
        return Duration.ofSeconds(value);
    }
}
