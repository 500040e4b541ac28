package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.remote.ManifestTexts.Text;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The problem of manifests is part of the status of their request, which more people read than Secrets. */
class RequestPreparationTest {
    private static String problem(String documents, boolean confidential) {
        ManifestTexts texts = request -> Text.of("spec.manifests.secretRef", documents, confidential);
        return new RequestPreparation(texts, false, () -> 0)
                .of(TestRequests.of("a", "[edge]").request())
                .problem();
    }

    /**
     * No YAML, a key twice, no object, no such field, an unreadable pod, an owner, another namespace, a name twice, and
     * too deep an alias.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: b: hunter2",
                "hunter2: 1\nhunter2: 2",
                "hunter2",
                "{apiVersion: hunter2!, kind: Pod, metadata: {name: a}}",
                "{apiVersion: v1, kind: hunter2, metadata: {name: a}}",
                "{apiVersion: v1, kind: Pod, metadata: {name: a/hunter2}}",
                "{apiVersion: v1, kind: Pod, metadata: hunter2}",
                "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c, resources: {requests: {cpu: hunter2}}}]}}",
                "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c, ports: hunter2}]}}",
                "{apiVersion: v1, kind: Pod, metadata: {name: hunter2}, spec: {}}",
                "{apiVersion: v1, kind: Service, metadata: {name: a, ownerReferences: [{name: hunter2}]}}",
                "{apiVersion: v1, kind: Service, metadata: {name: a, namespace: hunter2}}",
                "{apiVersion: v1, kind: Service, metadata: {name: a, finalizers: [hunter2]}}",
                "[{apiVersion: v1, kind: Service, metadata: {name: hunter2}}]",
                "{apiVersion: v1, kind: Service, metadata: {name: hunter2}}\n---\n{apiVersion: v1, kind: Service, metadata: {name: hunter2}}",
                "!!hunter2 {}",
                "&hunter2 [*hunter2]"
            })
    void theTextOfASecretIsInNoMessage(String documents) {
        assertThat(problem(documents, true))
                .startsWith("spec.manifests.secretRef")
                .doesNotContain("hunter2");
        // What is no Secret is shown: the test would otherwise hold whatever is hidden.
        assertThat(problem(documents, false)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{apiVersion: v1, kind: Pod, metadata: {name: a/hunter2}}", "hunter2: 1\nhunter2: 2"})
    void theTextOfAConfigMapIsShown(String documents) {
        assertThat(problem(documents, false)).contains("hunter2");
    }
}
