package dev.edgewise.embedded.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.call.RequestTarget;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ResourceType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks of objects: the part of the API server's validation that users run into. */
public final class Validation {
    /** Metadata that only the server writes. */
    public static final List<String> SERVER_OWNED = List.of(
            "namespace",
            "name",
            "generateName",
            "uid",
            "resourceVersion",
            "creationTimestamp",
            "generation",
            "deletionTimestamp",
            "deletionGracePeriodSeconds");

    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern LABEL_VALUE = Pattern.compile("|[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
    private static final int LONGEST_NAME = 253;

    private Validation() {}

    /** Kind, version, namespace and name must fit the path; what is left out is filled in from it. */
    public static void identity(RequestTarget target, ObjectNode object) {
        ResourceType type = target.type();
        agree(object, "apiVersion", type.apiVersion());
        agree(object, "kind", type.kind());
        ObjectNode metadata = Json.metadata(object);
        if (type.namespaced()) {
            agree(metadata, "namespace", target.namespace());
        } else {
            metadata.remove("namespace");
        }
        if (!target.name().isEmpty()) {
            agree(metadata, "name", target.name());
        }
    }

    private static void agree(ObjectNode object, String field, String expected) {
        String given = Json.text(object, field);
        if (given.isEmpty()) {
            object.put(field, expected);
        } else if (!given.equals(expected)) {
            throw ApiException.badRequest("the %s of the provided object (%s) does not match that of the request (%s)"
                    .formatted(field, given, expected));
        }
    }

    public static void name(ResourceType type, String name) {
        if (name.isEmpty()) {
            throw ApiException.invalid(type, name, "metadata.name", "Required value: name or generateName is required");
        }
        boolean anyPathSegment = type.group().equals("rbac.authorization.k8s.io");
        if (!anyPathSegment
                && (name.length() > LONGEST_NAME || !SUBDOMAIN.matcher(name).matches())) {
            throw ApiException.invalid(
                    type,
                    name,
                    "metadata.name",
                    "Invalid value: \"%s\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character"
                            .formatted(name));
        }
    }

    public static void content(ResourceType type, ObjectNode object) {
        String name = Json.text(object, "metadata", "name");
        object.path("metadata").path("labels").properties().forEach(label -> {
            String value = label.getValue().asText("");
            if (!LABEL_VALUE.matcher(value).matches()) {
                throw ApiException.invalid(
                        type,
                        name,
                        "metadata.labels",
                        "Invalid value: \"%s\": a valid label must be an empty string or consist of at most 63 alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
                                .formatted(value));
            }
        });
        if (type.isPod()) {
            containers(type, name, object.path("spec"));
        }
    }

    private static void containers(ResourceType type, String pod, JsonNode spec) {
        if (spec.path("containers").isEmpty()) {
            throw ApiException.invalid(type, pod, "spec.containers", "Required value");
        }
        Set<String> names = new HashSet<>();
        Stream.of("containers", "initContainers")
                .flatMap(list -> Json.objects(spec.path(list)))
                .map(container -> Json.text(container, "name"))
                .forEach(name -> {
                    if (name.isEmpty()) {
                        throw ApiException.invalid(type, pod, "spec.containers[].name", "Required value");
                    }
                    if (!names.add(name)) {
                        throw ApiException.invalid(
                                type, pod, "spec.containers[].name", "Duplicate value: \"%s\"".formatted(name));
                    }
                });
    }
}
