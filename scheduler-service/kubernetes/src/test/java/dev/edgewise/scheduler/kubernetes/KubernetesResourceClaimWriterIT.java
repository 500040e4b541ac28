package dev.edgewise.scheduler.kubernetes;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.WriteGate;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.kubernetes.watch.ResourceClaimConverter;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.devices.ResourceClaim;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatusBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KubernetesResourceClaimWriterIT extends SchedulerClusterIT {
    private final Pod a = pod("a").build();
    private final Pod b = pod("b").build();
    private KubernetesResourceClaimWriter writer;

    @BeforeEach
    void createWriter() {
        writer = new KubernetesResourceClaimWriter(api, retries, WriteGate.ALWAYS_OPEN);
    }

    @Test
    void podsAreEnteredAndTakenOutOneByOne() throws BindException {
        ResourceClaim claim = create("n1");
        writer.reserve(claim, a);
        writer.reserve(claim, a);
        // What is known of the claim is out of date by then.
        writer.reserve(claim, b);
        assertThat(actual().users()).isEqualTo(Set.of("uid-of-a", "uid-of-b"));
        assertThat(gpu().get().getStatus().getReservedFor().get(0)).satisfies(user -> {
            assertThat(user.getResource()).isEqualTo("pods");
            assertThat(user.getName()).isEqualTo("a");
        });

        writer.release(claim, a);
        writer.release(claim, a);
        assertThat(actual().users()).isEqualTo(Set.of("uid-of-b"));
    }

    @Test
    void aClaimWithOtherDevicesIsNotReserved() {
        ResourceClaim known = create("n1");
        allocate("n2");
        refused(known, "its devices are not those that the pod was given a node for");
        allocate(null);
        refused(known, "its devices are not those that the pod was given a node for");
        gpu().delete();
        refused(known, "404");
    }

    private void refused(ResourceClaim claim, String message) {
        assertThatThrownBy(() -> writer.reserve(claim, a))
                .isInstanceOfSatisfying(BindException.class, problem -> assertThat(problem.kind())
                        .isEqualTo(Cause.REFUSED))
                .hasMessageStartingWith("resourceclaim \"gpu\" cannot be reserved: ")
                .hasMessageContaining(message);
    }

    private ResourceClaim create(String node) {
        client.resource(new ResourceClaimBuilder()
                        .withNewMetadata()
                        .withName("gpu")
                        .withNamespace("default")
                        .endMetadata()
                        .build())
                .create();
        allocate(node);
        return actual();
    }

    private void allocate(String node) {
        gpu().editStatus(claim -> new ResourceClaimBuilder(claim)
                .withStatus(node == null ? null : status(node))
                .build());
    }

    private static ResourceClaimStatus status(String node) {
        return new ResourceClaimStatusBuilder()
                .withNewAllocation()
                .withNodeSelector(new NodeSelectorBuilder()
                        .addNewNodeSelectorTerm()
                        .addNewMatchField()
                        .withKey("metadata.name")
                        .withOperator("In")
                        .withValues(node)
                        .endMatchField()
                        .endNodeSelectorTerm()
                        .build())
                .endAllocation()
                .build();
    }

    private ResourceClaim actual() {
        return ResourceClaimConverter.convert(gpu().get());
    }

    private Resource<io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim> gpu() {
        return client.resources(io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim.class)
                .inNamespace("default")
                .withName("gpu");
    }
}
