package dev.edgewise.global.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.global.model.FunctionCallSpec;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.RankedResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestRewriterTest {
    private static final String POD = "{containers: [{name: a, image: b}]}";

    @Test
    void putsObjectsIntoTheNamespaceAndGivesThemToTheAnchor() {
        ObjectNode object = rewrite(
                "{apiVersion: v1, kind: Secret, metadata: {name: a, uid: x, resourceVersion: '7', labels: {app: a,"
                        + " edgewise.dev/attempt: '9'}}, status: {a: 1}}",
                PolicyType.COST);

        assertThat(object)
                .hasToString("{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"a\","
                        + "\"labels\":{\"app\":\"a\",\"edgewise.dev/attempt\":\"2\",\"edgewise.dev/request\":\"r-1\"},"
                        + "\"namespace\":\"team\",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"edgewise-request-r-1-2\","
                        + "\"uid\":\"u-1\",\"blockOwnerDeletion\":true}]}}");
    }

    @Test
    void leavesClusterScopedObjectsWithoutNamespaceAndOwner() {
        Manifest manifest = read("{apiVersion: v1, kind: PersistentVolume, metadata: {name: a, namespace: x}}");
        JsonNode metadata = ManifestRewriter.rewrite(manifest, target(Policy.of(PolicyType.COST), ""), false)
                .path("metadata");

        assertThat(metadata.has("namespace")).isFalse();
        assertThat(metadata.has("ownerReferences")).isFalse();
        assertThat(metadata.path("labels").path("edgewise.dev/request").asText())
                .isEqualTo("r-1");
    }

    @ParameterizedTest
    @CsvSource({
        "v1, Pod, /",
        "apps/v1, Deployment, /spec/template",
        "apps/v1, StatefulSet, /spec/template",
        "apps/v1, DaemonSet, /spec/template",
        "batch/v1, Job, /spec/template",
        "batch/v1, CronJob, /spec/jobTemplate/spec/template"
    })
    void placesPodsOfEachKindAtTheRightLevel(String apiVersion, String kind, String at) {
        String path = at.equals("/") ? "" : at;
        String body = "spec: " + POD;
        if (!path.isEmpty()) {
            body = "spec: {template: {spec: " + POD + "}}";
        }
        if (kind.equals("CronJob")) {
            body = "spec: {jobTemplate: {spec: {template: {spec: " + POD + "}}}}";
        }
        String text = "{apiVersion: " + apiVersion + ", kind: " + kind + ", metadata: {name: a}, " + body + "}";
        Policy node = new Policy(PolicyType.SELECTED_CLUSTER, "", "", "", RankedResource.ALL, "n7");

        JsonNode selected =
                ManifestRewriter.rewrite(read(text), target(node, ""), true).at(path);
        JsonNode near = rewrite(text, PolicyType.LOW_LATENCY).at(path);

        assertThat(selected.at("/spec/nodeSelector/kubernetes.io~1hostname").asText())
                .isEqualTo("n7");
        assertThat(selected.at("/metadata/labels/edgewise.dev~1attempt").asText())
                .isEqualTo("2");
        assertThat(selected.at("/spec").has("schedulerName")).isFalse();
        assertThat(near.at("/spec/schedulerName").asText()).isEqualTo("griffin_scheduler");
        assertThat(near.at("/metadata/annotations/edgewise.dev~1source-node").asText())
                .isEqualTo("n1");
        assertThat(near.at("/metadata/annotations/edgewise.dev~1placement").asText())
                .isEqualTo("low-latency");
        assertThat(near.at("/spec/containers/0/env/0/name").asText()).isEqualTo("gschConfig");
        assertThat(near.at("/spec/containers/0/env/0/value").asText())
                .isEqualTo(
                        "{\"scope\":\"local\",\"priority\":\"GLowLatencyPriority\",\"option\":{\"source_node\":\"n1\"}}");
    }

    /** Calls of 90 ms take 30 ms on CPUs of speed 3. */
    @Test
    void tellsNodesOfTheCallsThatAreToBeAnsweredSoon() {
        Policy policy = new Policy(
                        PolicyType.RESPONSE_TIME,
                        "c1",
                        "n1",
                        "",
                        RankedResource.ALL,
                        "",
                        new FunctionCallSpec(90, 100_000, 2, ""))
                .atSpeed(3);
        String pod = "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a}]}}";

        JsonNode written = ManifestRewriter.rewrite(read(pod), target(policy, "griffin_scheduler"), true);

        assertThat(written.at("/spec/schedulerName").asText()).isEqualTo("griffin_scheduler");
        JsonNode annotations = written.at("/metadata/annotations");
        assertThat(annotations.path("edgewise.dev/placement").asText()).isEqualTo("response-time");
        assertThat(annotations.path("edgewise.dev/source-node").asText()).isEqualTo("n1");
        assertThat(annotations.path("edgewise.dev/call-compute-ms").asText()).isEqualTo("30.0");
        assertThat(annotations.path("edgewise.dev/call-payload-bytes").asText()).isEqualTo("100000");
    }

    @Test
    void keepsASchedulerThatTheTenantNames() {
        String own = "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {schedulerName: mine, containers: [{name:"
                + " a}]}}";
        JsonNode kept = rewrite(own, PolicyType.MOST_AVAILABLE);
        JsonNode replaced = rewrite(own.replace("mine", "default-scheduler"), PolicyType.MOST_AVAILABLE);

        assertThat(kept.at("/spec/schedulerName").asText()).isEqualTo("mine");
        assertThat(kept.at("/metadata/annotations").isMissingNode()).isTrue();
        assertThat(replaced.at("/spec/schedulerName").asText()).isEqualTo("griffin_scheduler");
        assertThat(replaced.at("/metadata/annotations/edgewise.dev~1placement").asText())
                .isEqualTo("most-available");
        assertThat(replaced.at("/metadata/annotations").has("edgewise.dev/source-node"))
                .isFalse();
    }

    /**
     * Clusters that are full are first, so that others can be switched off; the same holds for their nodes. The
     * prototype has no such ranking.
     */
    @Test
    void theMostRequestedNodesOfTheMostRequestedClusterAreFirst() {
        Policy policy = new Policy(PolicyType.MOST_REQUESTED, "", "", "", RankedResource.CPU, "");
        String pod = "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a}]}}";

        JsonNode written = ManifestRewriter.rewrite(read(pod), target(policy, "griffin_scheduler"), true);

        assertThat(written.at("/metadata/annotations/edgewise.dev~1placement").asText())
                .isEqualTo("most-requested-cpu");
        assertThat(written.at("/spec/containers/0").has("env")).isFalse();
    }

    /** The settings of a member name it; the policy by cost says nothing about nodes. */
    @Test
    void theSchedulerOfTheMemberPlacesPodsOfEachPolicy() {
        String pod = "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a}]}}";
        JsonNode cost = ManifestRewriter.rewrite(read(pod), target(Policy.of(PolicyType.COST), "edgewise"), true);
        JsonNode near =
                ManifestRewriter.rewrite(read(pod), target(Policy.of(PolicyType.LOW_LATENCY), "edgewise"), true);

        assertThat(cost.at("/spec/schedulerName").asText()).isEqualTo("edgewise");
        assertThat(cost.at("/metadata/annotations").isMissingNode()).isTrue();
        assertThat(near.at("/metadata/annotations/edgewise.dev~1source-node").asText())
                .isEqualTo("n1");
        assertThat(near.at("/spec/containers/0").has("env")).isFalse();
    }

    /** A tenant may ask for it in a member whose settings name none; what the tenant's pods say stays. */
    @Test
    void griffinSchedulerIsToldThePolicyWhereTheTenantNamesIt() {
        String own = "{apiVersion: v1, kind: Pod, metadata: {name: a, annotations: {edgewise.dev/placement: %s}}, spec:"
                + " {schedulerName: griffin_scheduler, containers: [{name: a}]}}";
        JsonNode kept = ManifestRewriter.rewrite(
                read(own.formatted("most-available-gpu")), target(Policy.of(PolicyType.LOW_LATENCY), ""), true);

        assertThat(kept.at("/spec/schedulerName").asText()).isEqualTo("griffin_scheduler");
        assertThat(kept.at("/metadata/annotations/edgewise.dev~1source-node").asText())
                .isEqualTo("n1");
        assertThat(kept.at("/metadata/annotations/edgewise.dev~1placement").asText())
                .isEqualTo("most-available-gpu");
    }

    @Test
    void replacesAVariableOfThePrototypeAndKeepsOthers() {
        JsonNode env = rewrite(
                        "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a, env: [{name:"
                                + " X, value: y}, {name: gschConfig, value: old}]}]}}",
                        PolicyType.LOW_LATENCY)
                .at("/spec/containers/0/env");

        assertThat(env).hasSize(2);
        assertThat(env.at("/0/value").asText()).isEqualTo("y");
        assertThat(env.at("/1/value").asText()).contains("GLowLatencyPriority");
    }

    @Test
    void keepsFinishedJobsForADayAndTheClaimsOfStatefulSetsOnlyWhereAsked() {
        String job = "{apiVersion: batch/v1, kind: Job, metadata: {name: a}, spec: {ttlSecondsAfterFinished: %d}}";
        String set = "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a}, spec: {%s volumeClaimTemplates:"
                + " [{metadata: {name: d}}]}}";
        JsonNode deleted = rewrite(set.formatted(""), PolicyType.COST);
        JsonNode retained =
                rewrite(set.formatted("persistentVolumeClaimRetentionPolicy: {whenDeleted: Retain},"), PolicyType.COST);

        assertThat(rewrite(job.formatted(10), PolicyType.COST)
                        .at("/spec/ttlSecondsAfterFinished")
                        .asInt())
                .isEqualTo(86_400);
        assertThat(rewrite(job.formatted(90_000), PolicyType.COST)
                        .at("/spec/ttlSecondsAfterFinished")
                        .asInt())
                .isEqualTo(90_000);
        assertThat(deleted.at("/spec/persistentVolumeClaimRetentionPolicy/whenDeleted")
                        .asText())
                .isEqualTo("Delete");
        assertThat(deleted.at("/spec/volumeClaimTemplates/0/metadata/labels/edgewise.dev~1request")
                        .asText())
                .isEqualTo("r-1");
        assertThat(retained.at("/spec/persistentVolumeClaimRetentionPolicy/whenDeleted")
                        .asText())
                .isEqualTo("Retain");
        assertThat(retained.at("/spec/volumeClaimTemplates/0/metadata").has("labels"))
                .isFalse();
    }

    @Test
    void givesTheSameGeneratedNameEachTime() {
        Manifest manifest = read("{apiVersion: batch/v1, kind: Job, metadata: {generateName: run-}}");
        RewriteTarget target = target(Policy.of(PolicyType.COST), "");
        JsonNode metadata = ManifestRewriter.rewrite(manifest, target, true).path("metadata");

        assertThat(metadata.path("name").asText())
                .matches("run-[0-9a-f]{8}")
                .isEqualTo(ManifestRewriter.name(manifest, target));
        assertThat(metadata.has("generateName")).isFalse();
        assertThat(manifest.tree().path("metadata").has("generateName")).isTrue();
    }

    private static ObjectNode rewrite(String text, PolicyType type) {
        Policy policy = Policy.of(type);
        return ManifestRewriter.rewrite(read(text), target(policy, ManifestRewriter.schedulerName(policy)), true);
    }

    private static RewriteTarget target(Policy policy, String schedulerName) {
        return new RewriteTarget("r-1", 2, "team", "edgewise-request-r-1-2", "u-1", policy, schedulerName, "n1");
    }

    private static Manifest read(String text) {
        return ManifestParser.parse("m", text).objects().get(0);
    }
}
