package dev.edgewise.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The API without its transport: takes calls one at a time and answers each at once. */
final class ApiServer {
    private static final int HISTORY = 4_096;

    private final ResourceTypes types = new ResourceTypes();
    private final ObjectStore store = new ObjectStore();
    private final WatchHub hub = new WatchHub(HISTORY);
    private final Discovery discovery = new Discovery(types);
    private final Access access = new Access();
    private final Faults faults = new Faults();
    private final ServerSideApply applies = new ServerSideApply();
    private final Deletion deletion;
    private final Writes writes;
    private final Subresources subresources;

    ApiServer(Clock clock, Supplier<String> uids) {
        DisruptionBudgets budgets = new DisruptionBudgets(store, types);
        deletion = new Deletion(store, clock, applies::forget);
        writes = new Writes(store, types, new Defaults(new PodAdmission(store, types)), deletion, clock, uids);
        subresources = new Subresources(writes, new Binding(store, clock), new Eviction(deletion, budgets));
        store.onChange(hub::publish);
        store.onChange(budgets::onChange);
        Bootstrap.objects()
                .forEach((type, objects) -> objects.forEach(object ->
                        writes.create(new Target(types.require(type.get(0), type.get(1)), "", "", ""), object, false)));
    }

    Access access() {
        return access;
    }

    Faults faults() {
        return faults;
    }

    synchronized ApiResponse handle(ApiRequest request) {
        try {
            Faults.Fault fault = faults.next(request).orElse(null);
            if (fault != null && !fault.lost()) {
                throw fault.toException();
            }
            ApiResponse response = route(request);
            if (fault != null) {
                throw fault.toException();
            }
            return response;
        } catch (ApiException e) {
            return ApiResponse.of(e.code(), e.status());
        }
    }

    private ApiResponse route(ApiRequest request) {
        List<String> path = segments(request.path());
        if (path.isEmpty() || !List.of("api", "apis").contains(path.get(0))) {
            return unversioned(request.path());
        }
        int groupLength = path.get(0).equals("api") ? 2 : 3;
        if (path.size() > groupLength) {
            String apiVersion = String.join("/", path.subList(1, groupLength));
            return resource(apiVersion, path.subList(groupLength, path.size()), request);
        }
        return ApiResponse.ok(
                switch (path.size()) {
                    case 1 -> groupLength == 2 ? discovery.versions() : discovery.groups();
                    case 2 -> groupLength == 2 ? discovery.resources(path.get(1)) : discovery.group(path.get(1));
                    default -> discovery.resources(path.get(1) + "/" + path.get(2));
                });
    }

    private ApiResponse unversioned(String path) {
        return switch (path) {
            case "/version" -> ApiResponse.ok(discovery.version());
            case "/healthz", "/readyz", "/livez" -> new ApiResponse(200, "ok");
            default -> throw ApiException.noSuchPath(path);
        };
    }

    private ApiResponse resource(String apiVersion, List<String> path, ApiRequest request) {
        if (apiVersion.startsWith("authorization.k8s.io/")
                && path.get(path.size() - 1).endsWith("accessreviews")) {
            return ApiResponse.of(201, access.review(request.object()));
        }
        Target target = Target.parse(types, apiVersion, path);
        String verb = target.verb(request);
        access.check(verb, target);
        if (target.type().is("", "bindings")) {
            return subresources.bind(target, types.require("v1", "pods"), request);
        }
        if (!target.subresource().isEmpty() && !target.subresource().equals("status")) {
            return subresources.handle(target, verb, request);
        }
        return switch (verb) {
            case "get" -> ok(target, writes.require(target));
            case "list" -> list(target, request);
            case "create" -> created(target, writes.create(target, request.object(), request.isDryRun()));
            case "update" -> ok(target, writes.update(target, request.object(), request.isDryRun()));
            case "patch" -> patch(target, request);
            case "delete" -> deleted(target, deletion.delete(writes.require(target), DeleteOptions.of(request)));
            case "deletecollection" -> deleteCollection(target, request);
            default -> throw ApiException.badRequest("a watch is no plain call");
        };
    }

    private ApiResponse list(Target target, ApiRequest request) {
        Predicate<StoredObject> selector = Selectors.of(target, request);
        String items = store.list(target.type(), target.namespace()).stream()
                .filter(selector)
                .map(object -> View.text(target.type(), object))
                .collect(Collectors.joining(","));
        return new ApiResponse(
                200,
                "{\"kind\":\"%sList\",\"apiVersion\":\"%s\",\"metadata\":{\"resourceVersion\":\"%d\"},\"items\":["
                                .formatted(target.type().kind(), target.type().apiVersion(), store.version())
                        + items + "]}");
    }

    private ApiResponse patch(Target target, ApiRequest request) {
        if (request.contentType().contains("apply-patch")) {
            return apply(target, request);
        }
        StoredObject current = writes.require(target);
        ObjectNode copy = View.tree(target.type(), current).deepCopy();
        ObjectNode next = Patches.apply(target.type(), target.name(), copy, request);
        return ok(target, writes.update(target, next, request.isDryRun()));
    }

    private ApiResponse apply(Target target, ApiRequest request) {
        ObjectNode wish = request.object();
        String manager = request.parameter("fieldManager");
        StoredObject current = store.get(target.type(), target.namespace(), target.name());
        StoredObject result = current == null
                ? writes.create(target, wish.deepCopy(), request.isDryRun())
                : writes.update(
                        target, applies.apply(current.uid(), manager, current.copy(), wish), request.isDryRun());
        if (!request.isDryRun()) {
            applies.remember(result.uid(), manager, wish);
        }
        return current == null ? created(target, result) : ok(target, result);
    }

    private ApiResponse deleteCollection(Target target, ApiRequest request) {
        DeleteOptions options = DeleteOptions.of(request);
        Predicate<StoredObject> selector = Selectors.of(target, request);
        ApiResponse before = list(target, request);
        List<StoredObject> chosen = store.list(target.type(), target.namespace()).stream()
                .filter(selector)
                .toList();
        chosen.forEach(object -> deletion.delete(object, options));
        return before;
    }

    private static ApiResponse ok(Target target, StoredObject object) {
        return new ApiResponse(200, View.text(target.type(), object));
    }

    private static ApiResponse created(Target target, StoredObject object) {
        return new ApiResponse(201, View.text(target.type(), object));
    }

    /** Pods, and whatever still waits for its end, are returned as they are; of the rest one hears that it is gone. */
    private ApiResponse deleted(Target target, StoredObject object) {
        return object.type().isPod() || store.byUid(object.uid()) != null
                ? ok(target, object)
                : ApiResponse.ok(Statuses.deleted(object));
    }

    /**
     * Checks that a watch may be opened.
     *
     * @throws ApiException if the path or a selector is wrong, or the watch is denied
     */
    synchronized WatchCall prepareWatch(ApiRequest request) {
        faults.next(request).ifPresent(fault -> {
            throw fault.toException();
        });
        List<String> path = segments(request.path());
        int groupLength = path.isEmpty() || path.get(0).equals("api") ? 2 : 3;
        if (path.size() <= groupLength) {
            throw ApiException.noSuchPath(request.path());
        }
        Target target = Target.parse(
                types, String.join("/", path.subList(1, groupLength)), path.subList(groupLength, path.size()));
        access.check("watch", target);
        return WatchCall.of(target, request);
    }

    synchronized Watch open(WatchCall call, Watch.Sink sink) {
        ResourceType type = call.target().type();
        Watch watch = new Watch(type, call.selector(), call.bookmarks(), call.initial() && call.bookmarks(), sink);
        if (call.startsWithExisting()) {
            hub.open(watch, store.list(type, call.target().namespace()), store.version());
        } else {
            hub.resume(watch, call.version());
        }
        return watch;
    }

    private static List<String> segments(String path) {
        return List.of(path.split("/")).stream()
                .filter(segment -> !segment.isEmpty())
                .toList();
    }

    synchronized void close(Watch watch) {
        hub.close(watch);
    }

    synchronized void cutWatches() {
        hub.closeAll();
    }

    synchronized void expireHistory() {
        hub.forget(store.skipVersion());
    }

    synchronized void sendBookmark(Watch watch) {
        watch.bookmark(store.version());
    }

    synchronized void sendBookmarks() {
        hub.bookmark(store.version());
    }
}
