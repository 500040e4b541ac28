package dev.edgewise.global.view;

import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.EnumText;
import dev.edgewise.global.model.FunctionCallSpec;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.ManifestSource;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.Problem;
import dev.edgewise.global.model.RequestSpec;
import dev.edgewise.global.model.RequestStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as callers see it: its spec without the manifests themselves, and its status.
 *
 * @param clusters levels of names
 * @param chosen clusters in which the work runs
 * @param problem why the spec cannot be followed; null if it can
 */
public record RequestResponse(
        String namespace,
        String name,
        String uid,
        String resourceVersion,
        Instant createdAt,
        boolean deleting,
        boolean cancelled,
        String manifests,
        List<List<String>> clusters,
        PolicyResponse policy,
        String priority,
        long readyWithinSeconds,
        @Nullable Long deadlineSeconds,
        String onUnreachable,
        @Nullable String callbackUrl,
        String targetNamespace,
        String serviceAccount,
        String phase,
        List<String> chosen,
        int failures,
        List<AttemptResponse> attempts,
        @Nullable Instant notBefore,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        String message,
        @Nullable ProblemResponse problem) {
    /** The policy with its parameters; empty where none is set, and without calls where none are declared. */
    public record PolicyResponse(
            String type,
            String sourceCluster,
            String sourceNode,
            String sourcePod,
            String resource,
            String node,
            @Nullable FunctionCallSpec call) {
        public static PolicyResponse of(Policy policy) {
            return new PolicyResponse(
                    EnumText.of(policy.type()),
                    policy.sourceCluster(),
                    policy.sourceNode(),
                    policy.sourcePod(),
                    EnumText.of(policy.resource()),
                    policy.node(),
                    policy.call().areDeclared() ? policy.call() : null);
        }
    }

    /** The field of the spec that cannot be followed. */
    public record ProblemResponse(String field, String value, String allowed) {
        public static @Nullable ProblemResponse of(@Nullable Problem problem) {
            return problem == null ? null : new ProblemResponse(problem.field(), problem.value(), problem.allowed());
        }
    }

    /**
     * An attempt in one cluster.
     *
     * @param since when it entered its phase
     * @param manifests hash of the documents that it applies; empty until it is known
     * @param replacedBy uid of the cluster that answers under the name of the attempt's own; empty for none
     */
    public record AttemptResponse(
            int number,
            int round,
            int level,
            String cluster,
            String phase,
            Instant startedAt,
            Instant deadline,
            Instant since,
            String reason,
            String manifests,
            String replacedBy) {
        public static AttemptResponse of(Attempt attempt) {
            return new AttemptResponse(
                    attempt.number(),
                    attempt.round(),
                    attempt.level(),
                    attempt.cluster(),
                    EnumText.of(attempt.phase()),
                    attempt.startedAt(),
                    attempt.deadline(),
                    attempt.since(),
                    attempt.reason(),
                    attempt.manifests(),
                    attempt.replacedBy());
        }
    }

    public static RequestResponse of(GlobalRequest request) {
        RequestSpec spec = request.spec();
        RequestStatus status = request.status();
        Duration deadline = spec.deadline();
        return new RequestResponse(
                request.key().namespace(),
                request.key().name(),
                request.uid(),
                request.resourceVersion(),
                request.createdAt(),
                request.deleting(),
                spec.cancelled(),
                source(spec.manifests()),
                spec.clusters().levels(),
                PolicyResponse.of(spec.policy()),
                EnumText.of(spec.priority()),
                spec.readyWithin().toSeconds(),
                deadline == null ? null : deadline.toSeconds(),
                EnumText.of(spec.onUnreachable()),
                spec.callback() == null ? null : spec.callback().url(),
                spec.targetNamespace(),
                spec.serviceAccount(),
                EnumText.of(status.phase()),
                status.chosen(),
                status.failures(),
                status.attempts().stream().map(AttemptResponse::of).toList(),
                status.notBefore(),
                status.startedAt(),
                status.endedAt(),
                status.message(),
                ProblemResponse.of(request.problem()));
    }

    private static String source(ManifestSource manifests) {
        return manifests.isInline()
                ? manifests.characters() + " characters inline"
                : manifests.kind() + " " + manifests.name() + ", field " + manifests.key();
    }
}
