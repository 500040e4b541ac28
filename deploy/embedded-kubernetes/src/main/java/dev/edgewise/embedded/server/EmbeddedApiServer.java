package dev.edgewise.embedded.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.call.AcceptedReviewTokens;
import dev.edgewise.embedded.call.ApiRequest;
import dev.edgewise.embedded.call.ApiResponse;
import dev.edgewise.embedded.call.CallerPermissions;
import dev.edgewise.embedded.call.DeleteOptions;
import dev.edgewise.embedded.call.Faults;
import dev.edgewise.embedded.call.RequestTarget;
import dev.edgewise.embedded.call.Selectors;
import dev.edgewise.embedded.call.StubAdmissionPolicies;
import dev.edgewise.embedded.call.WatchCall;
import dev.edgewise.embedded.patch.Patches;
import dev.edgewise.embedded.patch.ServerSideApply;
import dev.edgewise.embedded.rules.Binding;
import dev.edgewise.embedded.rules.Defaults;
import dev.edgewise.embedded.rules.Deletion;
import dev.edgewise.embedded.rules.DisruptionBudgets;
import dev.edgewise.embedded.rules.Eviction;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.ObjectStore;
import dev.edgewise.embedded.store.ResourceType;
import dev.edgewise.embedded.store.ResourceTypes;
import dev.edgewise.embedded.store.Statuses;
import dev.edgewise.embedded.store.StoredObject;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The API without its transport: takes calls one at a time and answers each at once. */
public final class EmbeddedApiServer {
    private static final int HISTORY = 4_096;

    private final ResourceTypes types = new ResourceTypes();
    private final ObjectStore store = new ObjectStore();
    private final WatchHub hub = new WatchHub(HISTORY);
    private final Discovery discovery = new Discovery(types);
    private final CallerPermissions access = new CallerPermissions();
    private final AcceptedReviewTokens tokens = new AcceptedReviewTokens();
    private final Faults faults = new Faults();
    private final StubAdmissionPolicies policies = new StubAdmissionPolicies();
    private final ServerSideApply applies = new ServerSideApply();
    private final Clock clock;
    private final Deletion deletion;
    private final ObjectWrites writes;
    private final Subresources subresources;

    public EmbeddedApiServer(Clock clock, Supplier<String> uids) {
        this.clock = clock;
        DisruptionBudgets budgets = new DisruptionBudgets(store, types);
        deletion = new Deletion(store, clock, applies::forget);
        writes = new ObjectWrites(store, types, new Defaults(store, types), deletion, clock, uids);
        subresources = new Subresources(writes, new Binding(store, clock), new Eviction(deletion, budgets));
        store.onChange(hub::publish);
        store.onChange(budgets::onChange);
        InitialClusterObjects.objects()
                .forEach((type, objects) -> objects.forEach(object -> writes.create(
                        new RequestTarget(types.require(type.get(0), type.get(1)), "", "", ""), object, false)));
    }

    /** The time by its clock, which each answer says. */
    public Instant now() {
        return clock.instant();
    }

    public AcceptedReviewTokens tokens() {
        return tokens;
    }

    public CallerPermissions access() {
        return access;
    }

    public Faults faults() {
        return faults;
    }

    public StubAdmissionPolicies policies() {
        return policies;
    }

    public synchronized ApiResponse handle(ApiRequest request) {
        try {
            Faults.Fault fault = faults.next(request).orElse(null);
            if (fault != null && !fault.lost()) {
                throw fault.toException();
            }
            policies.review(request);
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
        if (apiVersion.startsWith("authentication.k8s.io/")
                && path.get(path.size() - 1).equals("tokenreviews")) {
            return ApiResponse.of(201, tokens.review(request.object()));
        }
        RequestTarget target = RequestTarget.parse(types, apiVersion, path);
        String verb = target.verb(request);
        access.check(verb, target);
        if (target.type().is("", "bindings")) {
            return subresources.bind(target, types.require("v1", "pods"), request);
        }
        if (!target.subresource().isEmpty() && !target.subresource().equals("status")) {
            return subresources.handle(target, verb, request);
        }
        RequestedObjectRenderer view = RequestedObjectRenderer.of(target.type(), request, clock);
        return switch (verb) {
            case "get" -> ok(view, writes.require(target));
            case "list" -> list(view, target, request);
            case "create" -> created(view, writes.create(target, request.object(), request.isDryRun()));
            case "update" -> ok(view, writes.update(target, request.object(), request.isDryRun()));
            case "patch" -> patch(view, target, request);
            case "delete" -> deleted(view, deletion.delete(writes.require(target), DeleteOptions.of(request)));
            case "deletecollection" -> deleteCollection(view, target, request);
            default -> throw ApiException.badRequest("a watch is no plain call");
        };
    }

    private ApiResponse list(RequestedObjectRenderer view, RequestTarget target, ApiRequest request) {
        Predicate<StoredObject> selector = Selectors.of(target, request);
        return new ApiResponse(
                200,
                view.list(store.list(target.type(), target.namespace()).stream().filter(selector), store.version()));
    }

    private ApiResponse patch(RequestedObjectRenderer view, RequestTarget target, ApiRequest request) {
        if (request.contentType().contains("apply-patch")) {
            return apply(view, target, request);
        }
        StoredObject current = writes.require(target);
        ObjectNode copy =
                RequestedObjectRenderer.tree(target.type(), current.json()).deepCopy();
        ObjectNode next = Patches.apply(target.type(), target.name(), copy, request);
        return ok(view, writes.update(target, next, request.isDryRun()));
    }

    private ApiResponse apply(RequestedObjectRenderer view, RequestTarget target, ApiRequest request) {
        ObjectNode wanted = request.object();
        String manager = request.parameter("fieldManager");
        StoredObject current = store.get(target.type(), target.namespace(), target.name());
        StoredObject result = current == null
                ? writes.create(target, wanted.deepCopy(), request.isDryRun())
                : writes.update(
                        target, applies.apply(current.uid(), manager, current.copy(), wanted), request.isDryRun());
        if (!request.isDryRun()) {
            applies.remember(result.uid(), manager, wanted);
        }
        return current == null ? created(view, result) : ok(view, result);
    }

    private ApiResponse deleteCollection(RequestedObjectRenderer view, RequestTarget target, ApiRequest request) {
        DeleteOptions options = DeleteOptions.of(request);
        Predicate<StoredObject> selector = Selectors.of(target, request);
        ApiResponse before = list(view, target, request);
        List<StoredObject> chosen = store.list(target.type(), target.namespace()).stream()
                .filter(selector)
                .toList();
        chosen.forEach(object -> deletion.delete(object, options));
        return before;
    }

    private static ApiResponse ok(RequestedObjectRenderer view, StoredObject object) {
        return new ApiResponse(200, view.one(object));
    }

    private static ApiResponse created(RequestedObjectRenderer view, StoredObject object) {
        return new ApiResponse(201, view.one(object));
    }

    /** Pods, and whatever still waits for its end, are returned as they are; of the rest one hears that it is gone. */
    private ApiResponse deleted(RequestedObjectRenderer view, StoredObject object) {
        return object.type().isPod() || store.byUid(object.uid()) != null
                ? ok(view, object)
                : ApiResponse.ok(Statuses.deleted(object));
    }

    /**
     * Checks that a watch may be opened.
     *
     * @throws ApiException if the path or a selector is wrong, or the watch is denied
     */
    public synchronized WatchCall prepareWatch(ApiRequest request) {
        faults.next(request).ifPresent(fault -> {
            throw fault.toException();
        });
        List<String> path = segments(request.path());
        int groupLength = path.isEmpty() || path.get(0).equals("api") ? 2 : 3;
        if (path.size() <= groupLength) {
            throw ApiException.noSuchPath(request.path());
        }
        RequestTarget target = RequestTarget.parse(
                types, String.join("/", path.subList(1, groupLength)), path.subList(groupLength, path.size()));
        access.check("watch", target);
        return WatchCall.of(target, request);
    }

    public synchronized Watch open(WatchCall call, Watch.Sink sink) {
        ResourceType type = call.target().type();
        RequestedObjectRenderer view = RequestedObjectRenderer.of(type, call.request(), clock);
        Watch watch = new Watch(view, call.selector(), call.bookmarks(), call.initial() && call.bookmarks(), sink);
        if (call.startsWithExisting()) {
            hub.open(watch, store.list(type, call.target().namespace()), store.version());
        } else {
            if (call.version() > store.version()) {
                throw ApiException.tooLarge(call.version(), store.version());
            }
            hub.resume(watch, call.version());
        }
        return watch;
    }

    private static List<String> segments(String path) {
        return List.of(path.split("/")).stream()
                .filter(segment -> !segment.isEmpty())
                .toList();
    }

    public synchronized void close(Watch watch) {
        hub.close(watch);
    }

    public synchronized void cutWatches() {
        hub.closeAll();
    }

    public synchronized void expireHistory() {
        hub.forget(store.skipVersion());
    }

    public synchronized ObjectStore.Backup backup() {
        return store.backup();
    }

    public synchronized void restore(ObjectStore.Backup backup) {
        store.restore(backup);
        hub.rewind(store.version());
    }

    public synchronized void sendBookmark(Watch watch) {
        watch.bookmark(store.version());
    }

    public synchronized void sendBookmarks() {
        hub.bookmark(store.version());
    }
}
