package dev.edgewise.global.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.model.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManifestRulesTest {
    @Test
    void takesObjectsOfTheTargetNamespace() {
        assertThat(
                        problems(
                                """
                        {apiVersion: v1, kind: Secret, metadata: {name: a, namespace: team}}
                        ---
                        {apiVersion: v1, kind: ConfigMap, metadata: {name: a, ownerReferences: []}}
                        ---
                        {apiVersion: example.com/v1, kind: Secret, metadata: {name: a}}
                        ---
                        {apiVersion: batch/v1, kind: Job, metadata: {generateName: a-}}
                        ---
                        {apiVersion: batch/v1, kind: Job, metadata: {generateName: a-}}
                        """))
                .isEmpty();
    }

    @Test
    void refusesOwnersOtherNamespacesAndTwins() {
        assertThat(
                        problems(
                                """
                        {apiVersion: apps/v1, kind: Deployment, metadata: {name: a, namespace: other}}
                        ---
                        {apiVersion: apps/v1beta1, kind: Deployment, metadata: {name: a, ownerReferences: [{name: x}]}}
                        ---
                        {apiVersion: v1, kind: ConfigMap, metadata: {name: edgewise-request-1}}
                        """))
                .containsExactly(
                        new Problem(
                                "m[0].metadata.namespace",
                                "other",
                                "team, the request's target namespace, or left out"),
                        new Problem(
                                "m[1].metadata.ownerReferences",
                                "[{\"name\":\"x\"}]",
                                "left out: the request's own anchor owns what it creates"),
                        new Problem("m[1].metadata.name", "Deployment a", "named once: m[0] is the same object"),
                        new Problem(
                                "m[2].metadata.name",
                                "edgewise-request-1",
                                "a name without the prefix edgewise-request-"));
    }

    @Test
    void refusesWhatDelaysTheDeletion() {
        assertThat(
                        problems(
                                """
                        {apiVersion: v1, kind: Secret, metadata: {name: a, finalizers: [example.com/x]}}
                        ---
                        {apiVersion: v1, kind: Secret, metadata: {name: b, finalizers: x, deletionGracePeriodSeconds: 9}}
                        ---
                        {apiVersion: v1, kind: Secret, metadata: {name: c, finalizers: []}}
                        """))
                .extracting(problem -> problem.field() + " " + problem.value())
                .containsExactly(
                        "m[0].metadata.finalizers [\"example.com/x\"]",
                        "m[1].metadata.finalizers \"x\"",
                        "m[1].metadata.deletionGracePeriodSeconds 9");
    }

    @Test
    void refusesClusterScopedKindsUnlessTheyAreAllowed() {
        String role = "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: a}}";

        assertThat(problems(role))
                .containsExactly(new Problem(
                        "m[0].kind",
                        "ClusterRole",
                        "a kind with a namespace: cluster-scoped objects are not allowed in this request"));
        assertThat(new ManifestRules("team", true).problems(read(role))).isEmpty();
    }

    /** Kinds of gateway.networking.k8s.io are custom resources, whatever their suffix says. */
    @Test
    void knowsTheScopeOfKubernetesOwnKinds() {
        assertThat(scope("v1", "Node")).isEqualTo(ObjectScope.CLUSTER);
        assertThat(scope("example.com/v1", "Node")).isEqualTo(ObjectScope.UNKNOWN);
        assertThat(scope("networking.k8s.io/v1", "Ingress")).isEqualTo(ObjectScope.NAMESPACED);
        assertThat(scope("gateway.networking.k8s.io/v1", "GatewayClass")).isEqualTo(ObjectScope.UNKNOWN);
        assertThat(scope("batch/v1", "Job")).isEqualTo(ObjectScope.NAMESPACED);
    }

    private static ObjectScope scope(String apiVersion, String kind) {
        return ObjectScope.of(read("{apiVersion: " + apiVersion + ", kind: " + kind + ", metadata: {name: a}}")
                .get(0));
    }

    private static List<Problem> problems(String text) {
        return new ManifestRules("team", false).problems(read(text));
    }

    private static List<Manifest> read(String text) {
        ParsedManifests parsed = ManifestParser.parse("m", text);
        assertThat(parsed.problems()).isEmpty();
        return parsed.objects();
    }
}
