package dev.edgewise.embedded.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.call.ApiRequest;
import dev.edgewise.embedded.call.ApiResponse;
import dev.edgewise.embedded.call.RequestTarget;
import dev.edgewise.embedded.patch.Patches;
import dev.edgewise.embedded.rules.Binding;
import dev.edgewise.embedded.rules.Eviction;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ResourceType;
import dev.edgewise.embedded.store.Statuses;
import dev.edgewise.embedded.store.StoredObject;
import java.util.Set;

/** The subresources that do something of their own: binding, eviction, scale, and changes of a running pod. */
final class Subresources {
    private static final Set<String> POD_CHANGES = Set.of("resize", "ephemeralcontainers");

    private final ObjectWrites writes;
    private final Binding binding;
    private final Eviction eviction;

    Subresources(ObjectWrites writes, Binding binding, Eviction eviction) {
        this.writes = writes;
        this.binding = binding;
        this.eviction = eviction;
    }

    ApiResponse handle(RequestTarget target, String verb, ApiRequest request) {
        StoredObject object = writes.require(target);
        String what = (object.type().isPod() ? "pods/" : "") + target.subresource();
        if (what.equals("pods/binding") && verb.equals("create")) {
            binding.bind(object, request.object());
            return ApiResponse.of(201, Statuses.success());
        }
        if (what.equals("pods/eviction") && verb.equals("create")) {
            eviction.evict(object, request.objectOrEmpty(), request.isDryRun());
            return ApiResponse.of(201, Statuses.success());
        }
        if (what.equals("scale") && Scale.applies(object)) {
            return scale(target, object, verb, request);
        }
        if (object.type().isPod() && POD_CHANGES.contains(target.subresource()) && !verb.equals("create")) {
            return change(target, object, verb, request);
        }
        throw ApiException.noSuchPath(request.path());
    }

    /** {@code POST bindings}: the older path of a binding, which fabric8's client still takes. */
    ApiResponse bind(RequestTarget target, ResourceType pods, ApiRequest request) {
        ObjectNode body = request.object();
        String name = Json.text(body, "metadata", "name");
        binding.bind(writes.require(new RequestTarget(pods, target.namespace(), name, "binding")), body);
        return ApiResponse.of(201, Statuses.success());
    }

    private ApiResponse scale(RequestTarget target, StoredObject object, String verb, ApiRequest request) {
        if (verb.equals("get")) {
            return ApiResponse.ok(Scale.of(object));
        }
        ObjectNode wanted = verb.equals("patch")
                ? Patches.apply(target.type(), target.name(), Scale.owned(object, writes.scaledBy(object)), request)
                : request.object();
        RequestTarget whole = new RequestTarget(target.type(), target.namespace(), target.name(), "");
        String manager = request.parameter("fieldManager");
        return ApiResponse.ok(Scale.of(writes.scale(whole, Scale.into(object, wanted), manager, request.isDryRun())));
    }

    private ApiResponse change(RequestTarget target, StoredObject pod, String verb, ApiRequest request) {
        ObjectNode wanted = verb.equals("patch")
                ? Patches.apply(target.type(), target.name(), pod.copy(), request)
                : request.object();
        StoredObject changed = verb.equals("get") ? pod : writes.update(target, wanted, request.isDryRun());
        return new ApiResponse(200, changed.text());
    }
}
