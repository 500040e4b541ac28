package dev.edgewise.scheduler.reservations;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.watch.ReservationConverter;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request to reserve capacity, as REST takes it: the object's name and spec.
 *
 * @param name of the object; the same again is the same reservation
 * @param user which pods of the namespace may take it
 * @param ttlSeconds 1 to 86,400; null for 300
 */
public record ReservationRequest(
        @Nullable String namespace,
        @Nullable String name,
        @Nullable String node,
        @Nullable Map<String, String> resources,
        @JsonProperty("for") @Nullable User user,
        @Nullable Integer ttlSeconds,
        @Nullable String reason) {
    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

    /** The pods that may take it: exactly one of both is set. */
    public record User(@Nullable Owner ownerReference, @Nullable Selector selector) {}

    /** The controller of the pods; its uid decides, the rest is for people. */
    public record Owner(
            @Nullable String apiVersion, @Nullable String kind, @Nullable String name, @Nullable String uid) {}

    /** A selector over the labels of the pods. */
    public record Selector(
            @Nullable Map<String, String> matchLabels, @Nullable List<@Nullable Expression> matchExpressions) {}

    /** One expression of a selector. */
    public record Expression(@Nullable String key, @Nullable String operator, @Nullable List<String> values) {}

    /**
     * Returns the object to be created.
     *
     * @throws InvalidInputException naming the field, its value, and what is allowed
     */
    ObjectNode object() {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", "edgewise.dev/v1alpha1").put("kind", "Reservation");
        object.putObject("metadata")
                .put("namespace", named("namespace", namespace, NAMESPACE))
                .put("name", named("name", name, NAME));
        ObjectNode spec = object.putObject("spec");
        spec.put("node", node).put("reason", reason == null ? "" : reason);
        if (ttlSeconds != null) {
            spec.put("ttlSeconds", ttlSeconds);
        }
        if (resources != null) {
            resources.forEach(spec.putObject("resources")::put);
        }
        if (user != null) {
            put(user, spec.putObject("for"));
        }
        return object;
    }

    /** @throws InvalidInputException naming the field, its value, and what is allowed */
    Reservation reservation() {
        try {
            return ReservationConverter.convert(object());
        } catch (InvalidObjectException e) {
            throw new InvalidInputException(e.field().replaceFirst("^(spec|metadata)\\.", ""), e.value(), e.allowed());
        }
    }

    /** @throws InvalidInputException if no reservation can have that name */
    static ReservationKey key(String namespace, String name) {
        return new ReservationKey(named("namespace", namespace, NAMESPACE), named("name", name, NAME));
    }

    private static String named(String field, @Nullable String value, Pattern allowed) {
        if (value == null || !allowed.matcher(value).matches()) {
            throw new InvalidInputException(
                    field,
                    value == null ? "nothing" : value,
                    "the name of a Kubernetes object: lower case letters, digits, '-'"
                            + (allowed == NAME ? " and '.'" : ""));
        }
        return value;
    }

    private static void put(User user, ObjectNode target) {
        if (user.ownerReference() != null) {
            Owner owner = user.ownerReference();
            ObjectNode reference = target.putObject("ownerReference");
            putIfThere(reference, "apiVersion", owner.apiVersion());
            putIfThere(reference, "kind", owner.kind());
            putIfThere(reference, "name", owner.name());
            putIfThere(reference, "uid", owner.uid());
        }
        if (user.selector() != null) {
            put(user.selector(), target.putObject("selector"));
        }
    }

    private static void put(Selector selector, ObjectNode target) {
        if (selector.matchLabels() != null) {
            selector.matchLabels().forEach(target.putObject("matchLabels")::put);
        }
        if (selector.matchExpressions() != null) {
            ArrayNode expressions = target.putArray("matchExpressions");
            for (Expression expression : selector.matchExpressions()) {
                if (expression == null) {
                    throw new InvalidInputException(
                            "for.selector.matchExpressions[" + expressions.size() + "]",
                            "null",
                            "an object with key, operator and values");
                }
                ObjectNode json = expressions.addObject();
                putIfThere(json, "key", expression.key());
                putIfThere(json, "operator", expression.operator());
                if (expression.values() != null) {
                    expression.values().forEach(json.putArray("values")::add);
                }
            }
        }
    }

    private static void putIfThere(ObjectNode object, String field, @Nullable String value) {
        if (value != null) {
            object.put(field, value);
        }
    }
}
