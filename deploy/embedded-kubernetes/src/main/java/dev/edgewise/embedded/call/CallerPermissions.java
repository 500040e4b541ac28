package dev.edgewise.embedded.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Json;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Permissions of callers: all are allowed, except those that a test denies. */
public final class CallerPermissions {
    private static final String ANY = "*";
    private final Set<String> denied = ConcurrentHashMap.newKeySet();

    public void deny(String verb, String resource) {
        denied.add(verb + " " + resource);
    }

    public void allow(String verb, String resource) {
        denied.remove(verb + " " + resource);
    }

    private boolean isDenied(String verb, String resource) {
        return denied.contains(verb + " " + resource)
                || denied.contains(ANY + " " + resource)
                || denied.contains(verb + " " + ANY)
                || denied.contains(ANY + " " + ANY);
    }

    public void check(String verb, RequestTarget target) {
        if (isDenied(verb, target.resource())) {
            throw ApiException.about(
                    403,
                    "Forbidden",
                    target.type(),
                    target.name(),
                    "%s is forbidden: User \"embedded\" cannot %s resource \"%s\" in API group \"%s\""
                            .formatted(
                                    target.type().qualified(),
                                    verb,
                                    target.resource(),
                                    target.type().group()));
        }
    }

    /** Answers a (self) subject access review. */
    public ObjectNode review(ObjectNode review) {
        JsonNode asked = Json.at(review, "spec", "resourceAttributes");
        String subresource = Json.text(asked, "subresource");
        String resource = Json.text(asked, "resource") + (subresource.isEmpty() ? "" : "/" + subresource);
        boolean refused = isDenied(Json.text(asked, "verb"), resource);
        review.putObject("status").put("allowed", !refused).put("reason", refused ? "denied by the test" : "");
        return review;
    }
}
