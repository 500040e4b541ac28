package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartiallyReadablePodTest {
    @Test
    void tolerationsThatCompareNumbersAreReadAndTolerateNothing() {
        PartiallyReadablePod reading = read(
                """
                metadata: {name: a}
                spec:
                  containers: [{name: c}]
                  tolerations:
                  - {key: level, operator: Gt, value: '5'}
                  - {key: level, operator: Lt, value: '5', effect: NoExecute}
                  - {key: other, operator: Exists}
                """);
        assertThat(reading.problem()).isNull();
        assertThat(reading.pod().spec().tolerations())
                .singleElement()
                .satisfies(toleration -> assertThat(toleration.key()).isEqualTo("other"));
    }

    @Test
    void anAmountThatCannotBeReadCostsThatAmount() {
        PartiallyReadablePod reading = read(
                """
                metadata: {name: a, labels: {app: web}}
                spec:
                  nodeName: n1
                  containers:
                  - {name: c, resources: {requests: {cpu: '-1', memory: 1Gi}, limits: {cpu: 'many'}}, ports: [{hostPort: 80, containerPort: 80}]}
                  - {name: d, resources: {requests: {cpu: 500m}}}
                  affinity:
                    podAntiAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {}}]
                """);
        assertThat(reading.problem())
                .hasMessage("spec.containers[0].resources.requests.cpu is \"-1\": must be a quantity of 0 or more");
        assertThat(reading.pod().spec().nodeName()).isEqualTo("n1");
        assertThat(reading.pod().spec().requests().needed().milliCpu()).isEqualTo(500);
        assertThat(reading.pod().spec().requests().needed().memory()).isEqualTo(1L << 30);
        assertThat(reading.pod().spec().hostPorts().ports()).hasSize(1);
        assertThat(reading.pod().spec().podAffinity().requiredAnti()).hasSize(1);
        assertThat(reading.pod().labels()).containsEntry("app", "web");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tolerations: [{key: a, operator: Near}]",
                "topologySpreadConstraints: [{maxSkew: 0, topologyKey: zone, whenUnsatisfiable: DoNotSchedule}]",
                "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:"
                        + " [{matchExpressions: [{key: a, operator: Near}]}]}}}",
                "volumes: [{name: v, rbd: {monitors: [m]}}]",
                "schedulingGates: [{}]"
            })
    void whateverCannotBeReadLeavesNodeAndRequests(String field) {
        PartiallyReadablePod reading = read("metadata: {name: a}\nspec:\n  nodeName: n1\n"
                + "  containers: [{name: c, resources: {requests: {cpu: 2}}}]\n  " + field + "\n");
        assertThat(reading.problem()).hasMessageContaining(": must be ");
        assertThat(reading.pod().spec().nodeName()).isEqualTo("n1");
        assertThat(reading.pod().spec().requests().needed().milliCpu()).isEqualTo(2000);
    }

    @Test
    void aValueIsShownToAReasonableLength() {
        PartiallyReadablePod reading =
                read("metadata: {name: a}\nspec:\n  containers: [{name: c}]\n  tolerations: [{key: a, operator: "
                        + "N".repeat(5_000) + "}]\n");
        assertThat(String.valueOf(reading.problem())).hasSizeLessThan(400).contains("NNN\"...");
    }

    @Test
    void withoutANameNothingCanBeRead() {
        assertThatThrownBy(() -> read("metadata: {}\nspec: {containers: [{name: c}]}"))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessageContaining("metadata.name");
    }

    private static PartiallyReadablePod read(String yaml) {
        return PartiallyReadablePod.of(Yaml.read(Pod.class, yaml));
    }
}
