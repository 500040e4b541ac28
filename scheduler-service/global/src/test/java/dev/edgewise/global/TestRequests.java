package dev.edgewise.global;

import dev.edgewise.global.expression.ClusterExpressionParser;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.ManifestSource;
import dev.edgewise.global.model.OnUnreachable;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.Problem;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestQueuePriority;
import dev.edgewise.global.model.RequestSpec;
import dev.edgewise.global.model.RequestStatus;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Requests of tests, from parts that differ. */
public record TestRequests(GlobalRequest request) {
    public static final Instant START = Instant.parse("2026-11-29T00:00:00Z");
    public static final Duration READY_WITHIN = Duration.ofMinutes(2);

    /** Returns a request of base priority that waits on unreachable clusters, without deadline. */
    public static TestRequests of(String name, String clusters) {
        RequestSpec spec = new RequestSpec(
                ManifestSource.inline("kind: Pod"),
                Policy.of(PolicyType.MOST_AVAILABLE),
                ClusterExpressionParser.parse("spec.clusters", clusters),
                RequestQueuePriority.BASE,
                READY_WITHIN,
                null,
                OnUnreachable.WAIT,
                null,
                "shop",
                "edgewise-tenant",
                false);
        return new TestRequests(new GlobalRequest(
                new RequestKey("shop", name), "uid-" + name, "1", 1, START, false, spec, null, RequestStatus.NEW));
    }

    public TestRequests inNamespace(String namespace) {
        return new TestRequests(new GlobalRequest(
                new RequestKey(namespace, request.key().name()),
                request.uid(),
                request.resourceVersion(),
                request.generation(),
                request.createdAt(),
                request.deleting(),
                request.spec(),
                request.problem(),
                request.status()));
    }

    public TestRequests createdAt(Instant at) {
        return new TestRequests(new GlobalRequest(
                request.key(),
                request.uid(),
                request.resourceVersion(),
                request.generation(),
                at,
                request.deleting(),
                request.spec(),
                request.problem(),
                request.status()));
    }

    public TestRequests with(RequestStatus status) {
        return with(request.spec(), request.deleting(), request.problem(), status);
    }

    public TestRequests deleting() {
        return with(request.spec(), true, request.problem(), request.status());
    }

    public TestRequests with(Problem problem) {
        return with(request.spec(), request.deleting(), problem, request.status());
    }

    public TestRequests with(RequestQueuePriority priority) {
        return spec(request.spec().policy(), priority, request.spec().deadline(), onUnreachable(), false);
    }

    public TestRequests with(PolicyType policy) {
        return spec(Policy.of(policy), priority(), request.spec().deadline(), onUnreachable(), false);
    }

    public TestRequests with(OnUnreachable onUnreachable) {
        return spec(request.spec().policy(), priority(), request.spec().deadline(), onUnreachable, false);
    }

    public TestRequests withDeadline(Duration deadline) {
        return spec(request.spec().policy(), priority(), deadline, onUnreachable(), false);
    }

    public TestRequests cancelled() {
        return spec(request.spec().policy(), priority(), request.spec().deadline(), onUnreachable(), true);
    }

    private RequestQueuePriority priority() {
        return request.spec().priority();
    }

    private OnUnreachable onUnreachable() {
        return request.spec().onUnreachable();
    }

    private TestRequests spec(
            Policy policy,
            RequestQueuePriority priority,
            @Nullable Duration deadline,
            OnUnreachable onUnreachable,
            boolean cancelled) {
        RequestSpec old = request.spec();
        RequestSpec spec = new RequestSpec(
                old.manifests(),
                policy,
                old.clusters(),
                priority,
                old.readyWithin(),
                deadline,
                onUnreachable,
                old.callback(),
                old.targetNamespace(),
                old.serviceAccount(),
                cancelled);
        return with(spec, request.deleting(), request.problem(), request.status());
    }

    private TestRequests with(RequestSpec spec, boolean deleting, @Nullable Problem problem, RequestStatus status) {
        return new TestRequests(new GlobalRequest(
                request.key(),
                request.uid(),
                request.resourceVersion(),
                request.generation(),
                request.createdAt(),
                deleting,
                spec,
                problem,
                status));
    }
}
