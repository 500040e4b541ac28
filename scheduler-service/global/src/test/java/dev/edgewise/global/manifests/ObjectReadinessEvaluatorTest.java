package dev.edgewise.global.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectReadinessEvaluatorTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            v1      | Pod         | {}                    | {phase: Succeeded}
            v1      | Pod         | {}                    | {phase: Running, conditions: [{type: Ready, status: "True"}]}
            apps/v1 | Deployment  | {replicas: 2}         | {observedGeneration: 3, replicas: 2, updatedReplicas: 2, availableReplicas: 2}
            apps/v1 | StatefulSet | {replicas: 2}         | {observedGeneration: 3, readyReplicas: 2, updatedReplicas: 2}
            apps/v1 | StatefulSet | {replicas: 2, updateStrategy: {rollingUpdate: {partition: 2}}} | {observedGeneration: 3, readyReplicas: 2}
            apps/v1 | DaemonSet   | {}                    | {observedGeneration: 3, desiredNumberScheduled: 4, numberReady: 4, updatedNumberScheduled: 4}
            apps/v1 | ReplicaSet  | {}                    | {observedGeneration: 3, readyReplicas: 1}
            batch/v1| Job         | {}                    | {conditions: [{type: Complete, status: "True"}]}
            batch/v1| Job         | {parallelism: 3, completions: 2} | {ready: 1, succeeded: 1}
            batch/v1| CronJob     | {}                    | {}
            v1      | PersistentVolumeClaim | {}          | {phase: Bound}
            v1      | Service     | {type: ClusterIP}     | {}
            v1      | Service     | {type: LoadBalancer}  | {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}
            v1      | ConfigMap   | {}                    | {}
            x.io/v1 | Function    | {}                    | {conditions: [{type: Ready, status: "True"}]}
            """)
    void isReady(String apiVersion, String kind, String spec, String status) {
        assertThat(readiness(apiVersion, kind, spec, status)).isEqualTo(ObjectReadiness.READY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            v1      | Pod         | {}                    | {phase: Running}   | Pod a: it is running, not ready
            v1      | Pod         | {}                    | {conditions: [{type: PodScheduled, status: "False", reason: Unschedulable, message: no cpu}]} | Pod a: PodScheduled is False, Unschedulable, no cpu
            v1      | Pod         | {}                    | {phase: Pending, containerStatuses: [{name: c, state: {waiting: {reason: ImagePullBackOff, message: no image x}}}]} | Pod a: container c waits, ImagePullBackOff, no image x
            apps/v1 | Deployment  | {}                    | {}                 | Deployment a: its controller has not seen its last change
            apps/v1 | Deployment  | {}                    | {observedGeneration: 2, updatedReplicas: 1, availableReplicas: 1} | Deployment a: its controller has not seen its last change
            apps/v1 | Deployment  | {replicas: 3}         | {observedGeneration: 3, replicas: 3, updatedReplicas: 3, availableReplicas: 2} | Deployment a: 2 of 3 pods are available
            apps/v1 | Deployment  | {replicas: 1}         | {observedGeneration: 3, replicas: 2, updatedReplicas: 1, availableReplicas: 2} | Deployment a: 1 of 1 replicas are of its last version
            apps/v1 | DaemonSet   | {}                    | {observedGeneration: 3} | DaemonSet a: no node takes its pods
            batch/v1| Job         | {suspend: true}       | {}                 | Job a: it is suspended
            batch/v1| Job         | {parallelism: 3}      | {ready: 2}         | Job a: 2 of 3 pods are ready or have succeeded
            v1      | PersistentVolumeClaim | {}          | {}                 | PersistentVolumeClaim a: its phase is Pending
            v1      | Service     | {type: LoadBalancer}  | {}                 | Service a: its load balancer has no address yet
            x.io/v1 | Function    | {}                    | {observedGeneration: 2} | Function a: its controller has not seen its last change
            x.io/v1 | Function    | {}                    | {conditions: [{type: Available, status: "False", message: no route}]} | Function a: Available is False, no route
            """)
    void isPending(String apiVersion, String kind, String spec, String status, String why) {
        assertThat(readiness(apiVersion, kind, spec, status)).isEqualTo(new ObjectReadiness(false, null, why));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            v1      | Pod         | {phase: Failed, reason: Evicted, message: disk}  | Pod a: the pod failed, Evicted, disk
            apps/v1 | Deployment  | {observedGeneration: 3, conditions: [{type: Progressing, status: "False", reason: ProgressDeadlineExceeded, message: late}]} | Deployment a: Progressing is False, ProgressDeadlineExceeded, late
            batch/v1| Job         | {conditions: [{type: Failed, status: "True", reason: BackoffLimitExceeded}]} | Job a: Failed is True, BackoffLimitExceeded
            v1      | PersistentVolumeClaim | {phase: Lost}  | PersistentVolumeClaim a: its phase is Lost
            x.io/v1 | Function    | {conditions: [{type: Stalled, status: "True", reason: BadSpec}]} | Function a: Stalled is True, BadSpec
            """)
    void hasFailed(String apiVersion, String kind, String status, String why) {
        assertThat(readiness(apiVersion, kind, "{}", status)).isEqualTo(new ObjectReadiness(false, why, why));
    }

    @Test
    void saysWhatThePodsOfAWorkloadWaitFor() {
        JsonNode deployment = object(
                "apps/v1", "Deployment", "{replicas: 1}", "{observedGeneration: 3, replicas: 1, updatedReplicas: 1}");
        JsonNode pod = ManifestParser.parse(
                        "m",
                        "{apiVersion: v1, kind: Pod, metadata: {name: a-7d-x}, status: {containerStatuses: [{name: c,"
                                + " state: {waiting: {reason: ErrImagePull}}}]}}")
                .objects()
                .get(0)
                .tree();

        assertThat(ObjectReadinessEvaluator.of(deployment, List.of(pod)).pending())
                .isEqualTo("Deployment a: 0 of 1 pods are available; pod a-7d-x: container c waits, ErrImagePull");
    }

    @Test
    void isNotReadyWhileItIsDeleted() {
        var object = object("v1", "ConfigMap", "{}", "{}");
        ((ObjectNode) object.path("metadata")).put("deletionTimestamp", "2026-11-29T00:00:00Z");

        assertThat(ObjectReadinessEvaluator.of(object, List.of()).pending()).isEqualTo("ConfigMap a is being deleted");
    }

    private static ObjectReadiness readiness(String apiVersion, String kind, String spec, String status) {
        return ObjectReadinessEvaluator.of(object(apiVersion, kind, spec, status), List.of());
    }

    private static JsonNode object(String apiVersion, String kind, String spec, String status) {
        String text = "{apiVersion: %s, kind: %s, metadata: {name: a, generation: 3}, spec: %s, status: %s}";
        ParsedManifests parsed = ManifestParser.parse("m", text.formatted(apiVersion, kind, spec, status));
        assertThat(parsed.problems()).isEmpty();
        return parsed.objects().get(0).tree();
    }
}
