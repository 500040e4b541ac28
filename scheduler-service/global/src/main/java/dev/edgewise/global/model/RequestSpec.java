package dev.edgewise.global.model;

import dev.edgewise.global.expression.ClusterLevelExpression;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The specification of a request, as its tenant wrote it.
 *
 * @param clusters levels of names, checked by the parser of the expression
 * @param readyWithin how long an attempt may take until its objects are ready
 * @param deadline how long after its creation the request is given up; null for never
 * @param targetNamespace the namespace in members; that of the request unless given
 * @param serviceAccount the account in the target namespace as which objects are applied in members
 * @param cancelled whether the tenant wants it no more: what was made is deleted
 */
public record RequestSpec(
        ManifestSource manifests,
        Policy policy,
        ClusterLevelExpression clusters,
        RequestQueuePriority priority,
        Duration readyWithin,
        @Nullable Duration deadline,
        OnUnreachable onUnreachable,
        @Nullable Callback callback,
        String targetNamespace,
        String serviceAccount,
        boolean cancelled) {
    public static final int DEFAULT_READY_SECONDS = 300;
    public static final int LONGEST_READY_SECONDS = 86_400;
    public static final int LONGEST_DEADLINE_SECONDS = 2_592_000;
    public static final int LONGEST_CALLBACK_URL = 2048;
    /** The characters of manifests that a request has itself. */
    public static final int LARGEST_INLINE = 256 * 1024;

    /** Returns the specification with another policy. */
    public RequestSpec with(Policy other) {
        return new RequestSpec(
                manifests,
                other,
                clusters,
                priority,
                readyWithin,
                deadline,
                onUnreachable,
                callback,
                targetNamespace,
                serviceAccount,
                cancelled);
    }
}
