package dev.edgewise.kubernetes.requests;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums of requests, as kube-scheduler computes them. */
class PodRequestsTest {
    private static Container container(String... requests) {
        ResourceRequirementsBuilder resources = new ResourceRequirementsBuilder();
        for (int i = 0; i < requests.length; i += 2) {
            resources.addToRequests(requests[i], new Quantity(requests[i + 1]));
        }
        return new ContainerBuilder().withResources(resources.build()).build();
    }

    private static Container sidecar(String... requests) {
        return new ContainerBuilder(container(requests))
                .withRestartPolicy("Always")
                .build();
    }

    private static Pod pod(List<Container> init, List<Container> containers) {
        return new PodBuilder()
                .withNewSpec()
                .withInitContainers(init)
                .withContainers(containers)
                .endSpec()
                .build();
    }

    @Test
    void containersAddUp() {
        Pod pod = pod(List.of(), List.of(container("cpu", "250m", "memory", "1Gi"), container("cpu", "1", "x", "0")));
        assertThat(PodRequests.of(pod)).isEqualTo(Map.of("cpu", "1250m", "memory", "1073741824"));
        assertThat(PodRequests.cpuMillis(pod)).isEqualTo(1_250);
    }

    @Test
    void theLargestInitContainerCountsWhereItIsMoreWithTheSidecarsBeforeIt() {
        List<Container> init = List.of(container("cpu", "900m"), sidecar("cpu", "100m"), container("cpu", "850m"));
        assertThat(PodRequests.cpuMillis(pod(init, List.of(container("cpu", "300m")))))
                .isEqualTo(950);
        assertThat(PodRequests.cpuMillis(pod(init, List.of(container("cpu", "900m")))))
                .isEqualTo(1_000);
    }

    @Test
    void aSidecarAfterAnInitContainerRunsBesideContainersOnly() {
        List<Container> init = List.of(container("cpu", "500m"), sidecar("cpu", "200m"));
        assertThat(PodRequests.cpuMillis(pod(init, List.of(container("cpu", "100m")))))
                .isEqualTo(500);
    }

    /** Pod-level resources, from Kubernetes 1.34 on: they stand for all containers, of which they have the resource. */
    @Test
    void whatThePodItselfRequestsReplacesWhatItsContainersDo() {
        Pod pod = new PodBuilder(pod(List.of(container("cpu", "3")), List.of(container("cpu", "100m", "memory", "7"))))
                .editSpec()
                .withResources(container("cpu", "2").getResources())
                .addToOverhead("cpu", new Quantity("10m"))
                .endSpec()
                .build();
        assertThat(PodRequests.of(pod)).isEqualTo(Map.of("cpu", "2010m", "memory", "7"));
        assertThat(PodRequests.cpuMillis(pod)).isEqualTo(2_010);
    }

    @Test
    void theOverheadIsAddedAndPartsAreRoundedUp() {
        Pod pod = new PodBuilder(pod(List.of(), List.of(container("cpu", "0.0001", "memory", "1"))))
                .editSpec()
                .addToOverhead("cpu", new Quantity("10m"))
                .endSpec()
                .build();
        assertThat(PodRequests.of(pod)).isEqualTo(Map.of("cpu", "11m", "memory", "1"));
    }

    /** Quantities go up to 2^63 - 1, whatever the unit; sums of these do not stay there. */
    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775807", "9223372036854775808m", "1000000001"})
    void whatNoNodeHasCountsAsABillionCores(String cpu) {
        Pod pod =
                pod(List.of(), List.of(container("cpu", cpu, "memory", "9223372036854775807"), container("cpu", cpu)));
        assertThat(PodRequests.cpuMillis(pod)).isEqualTo(1_000_000_000_000L);
        assertThat(PodRequests.of(pod)).isEqualTo(Map.of("cpu", "1000000000000m", "memory", "9223372036854775807"));
    }

    @Test
    void whatRequestsNothingHasNothing() {
        assertThat(PodRequests.of(pod(List.of(), List.of(new Container())))).isEmpty();
        assertThat(PodRequests.cpuMillis(pod(List.of(), List.of(new Container()))))
                .isZero();
    }
}
