package dev.edgewise.scheduler.kubernetes.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.kubernetes.watch.PartiallyReadablePod;
import dev.edgewise.scheduler.kubernetes.watch.Yaml;
import dev.edgewise.scheduler.model.Resources;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that no real pod has cost the pod that field, not every pod its memory. */
class PodElementCountLimitsTest {
    private static final String TERM = "{topologyKey: zone, labelSelector: {}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    1000 | 1001 | metadata.labels | 'metadata: {name: a, labels: {@l#: v@}}' | labels
                    1000 | 1001 | spec.schedulingGates | 'schedulingGates: [@{name: g#}@]' | gates
                    1000 | 1001 | spec.tolerations | 'tolerations: [@{key: k#, operator: Exists}@]' | tolerations
                    1000 | 1001 | spec.nodeSelector | 'nodeSelector: {@l#: v@}' | labels
                    5000 | 5001 | spec.affinity.nodeAffinity | 'affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [@{}@]}}}' | terms
                    1000 | 1001 | spec.affinity | 'affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [@TERM@]}}' | terms about pods
                    1000 | 1001 | spec.affinity | 'affinity: {podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [@{weight: 1, podAffinityTerm: TERM}@]}}' | terms about pods
                    10000 | 10001 | spec.affinity | 'affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {}, namespaces: [@n#@]}]}}' | 'expressions, values and names in all terms'
                    9999 | 10000 | spec.affinity | 'affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: k, operator: In, values: [@v#@]}]}]}}}' | 'expressions, values and names in all terms'
                    1000 | 1001 | spec.topologySpreadConstraints | 'topologySpreadConstraints: [@{maxSkew: 1, topologyKey: z#, whenUnsatisfiable: DoNotSchedule, labelSelector: {}}@]' | constraints
                    10000 | 10001 | spec.topologySpreadConstraints | 'topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: DoNotSchedule, labelSelector: {}, matchLabelKeys: [@k#@]}]' | 'expressions, values and names in all constraints'
                    1000 | 1001 | spec.volumes | 'volumes: [@{name: v#, persistentVolumeClaim: {claimName: c#}}@]' | volumes
                    1000 | 1001 | spec.volumes | 'volumes: [{name: v, rbd: {image: i, monitors: [@m#@]}}]' | monitors of rbd volumes
                    1000 | 1001 | spec.resourceClaims | 'resourceClaims: [@{name: c#, resourceClaimName: c#}@]' | claims
                    """)
    void aFieldThatHoldsTooMuchIsLeftOut(int most, int more, String field, String template, String what) {
        assertThat(read(template, most).problem()).isNull();

        PartiallyReadablePod reading = read(template, more);
        assertThat(reading.problem())
                .isNotNull()
                .hasMessageStartingWith(field + " is \"")
                .hasMessageEndingWith("\": must be at most " + (most + (most == 9_999 ? 1 : 0)) + " " + what);
        // All else is kept.
        assertThat(reading.pod().spec().nodeName()).isEqualTo("n1");
        assertThat(reading.pod().spec().requests().needed()).isEqualTo(new Resources(2000, 0, 0, Map.of("x.y/z", 1L)));
        assertThat(reading.pod().spec().hostPorts().ports()).hasSize(1);
        assertThat(reading.pod().status().nominatedNode()).isEqualTo("n2");
        assertThat(reading.pod().toString()).hasSizeLessThan(5_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    5000 | spec.containers.ports | 'ports: [@{containerPort: 1#, hostPort: 1#}@]' | ports in all containers
                    998 | spec.containers.resources | 'resources: {requests: {cpu: 2, memory: 1Gi, @example.com/r#: 1@}}' | names of resources
                    """)
    void containersKeepWhatEveryPodHas(int most, String field, String template, String what) {
        String pod = "metadata: {name: a}\nspec:\n  nodeName: n1\n  containers:\n  - {name: c, %s}\n";
        assertThat(parse(pod, template, most).problem()).isNull();

        PartiallyReadablePod reading = parse(pod, template, most + 1);
        assertThat(reading.problem()).isNotNull().hasMessageStartingWith(field).hasMessageEndingWith(what);
        assertThat(reading.pod().spec().hostPorts().ports()).isEmpty();
        assertThat(reading.pod().spec().requests().needed())
                .isEqualTo(template.startsWith("ports") ? Resources.NONE : new Resources(2000, 1L << 30, 0, Map.of()));
    }

    private static PartiallyReadablePod read(String template, int times) {
        String rest =
                """
                spec:
                  nodeName: n1
                  containers: [{name: c, ports: [{hostPort: 80, containerPort: 80}], resources: {requests: {cpu: 2, x.y/z: 1}}}]
                """;
        String status = "status: {nominatedNodeName: n2}\n";
        return template.startsWith("metadata")
                ? parse("%s\n" + rest + status, template, times)
                : parse("metadata: {name: a}\n" + rest + "  %s\n" + status, template, times);
    }

    /** Repeats what is between the two {@code @}, with a number for each {@code #}. */
    private static PartiallyReadablePod parse(String pod, String template, int times) {
        String[] parts = template.replace("TERM", TERM).split("@", -1);
        String repeated = IntStream.rangeClosed(1, times)
                .mapToObj(i -> parts[1].replace("#", Integer.toString(i)))
                .collect(Collectors.joining(", "));
        return PartiallyReadablePod.of(Yaml.read(Pod.class, pod.formatted(parts[0] + repeated + parts[2])));
    }
}
