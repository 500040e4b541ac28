package dev.edgewise.scheduler.plugins;

import static dev.edgewise.scheduler.testing.TestDevices.allocated;
import static dev.edgewise.scheduler.testing.TestDevices.claim;
import static dev.edgewise.scheduler.testing.TestDevices.generated;
import static dev.edgewise.scheduler.testing.TestDevices.key;
import static dev.edgewise.scheduler.testing.TestDevices.on;
import static dev.edgewise.scheduler.testing.TestDevices.unallocated;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.model.devices.DeviceAllocation;
import dev.edgewise.scheduler.model.devices.DeviceAllocation.Binding;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import dev.edgewise.scheduler.model.devices.ResourceClaim;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DynamicResourcesTest {
    private static final String ELSEWHERE = "resourceclaim not available on the node";

    private final TestClock clock = new TestClock();
    private final ClusterState state = new ClusterState(clock);

    @BeforeEach
    void twoNodes() {
        state.putNode(node("n1").build());
        state.putNode(node("n2").scalar("example.com/nic", 1).build());
    }

    @Test
    void aPodWithoutClaimsCostsNothing() {
        assertThat(new DynamicResources().prepare(pod("p").build(), state.snapshot()))
                .isSameAs(PreparedNodeFilter.PASS);
    }

    @Test
    void aPodGoesWhereTheDevicesOfAllItsClaimsAre() {
        put(allocated("gpu", "n1"));
        put(claim("net", new DeviceAllocation(null, Binding.READY, null), Set.of()));
        assertThat(reasons(pod("p").resourceClaim("gpu").resourceClaim("net"))).isEqualTo(Map.of("n2", ELSEWHERE));
        put(allocated("disk", "n2"));
        assertThat(reasons(pod("p").resourceClaim("gpu").resourceClaim("disk")))
                .isEqualTo(Map.of("n1", ELSEWHERE, "n2", ELSEWHERE));
    }

    @Test
    void aPodWaitsForItsClaims() {
        put(unallocated("gpu"));
        put(new ResourceClaim(key("going"), "u", true, "", false, on("n1", Binding.READY), Set.of()));
        put(generated("other", "n1", "uid-of-somebody"));
        put(generated("mine", "n1", "uid-of-p"));

        assertThat(everywhere(pod("p").resourceClaim("gpu")))
                .isEqualTo("resourceclaim \"gpu\" is not allocated, and this scheduler does not allocate devices");
        assertThat(everywhere(pod("p").resourceClaim("none"))).isEqualTo("resourceclaim \"none\" not found");
        assertThat(everywhere(pod("p").namespace("shop").resourceClaim("gpu")))
                .isEqualTo("resourceclaim \"gpu\" not found");
        assertThat(everywhere(pod("p").resourceClaim("going"))).isEqualTo("resourceclaim \"going\" is being deleted");
        assertThat(everywhere(pod("p").generatedClaim(null)))
                .isEqualTo("the pod's resource claim generated was not made from its template yet");
        assertThat(everywhere(pod("p").generatedClaim("other")))
                .isEqualTo("resourceclaim \"other\" was not created for pod default/p (pod is not owner)");
        assertThat(reasons(pod("p").generatedClaim("mine"))).isEqualTo(Map.of("n2", ELSEWHERE));
    }

    @Test
    void noMorePodsShareAClaimThanTheApiAllows() {
        String[] users = IntStream.range(0, 255).mapToObj(i -> "uid-" + i).toArray(String[]::new);
        put(allocated("gpu", "n1", users));
        assertThat(reasons(pod("p").resourceClaim("gpu"))).containsOnlyKeys("n2");
        users = IntStream.range(0, 256).mapToObj(i -> "uid-" + i).toArray(String[]::new);
        put(allocated("gpu", "n1", users));
        assertThat(everywhere(pod("p").resourceClaim("gpu")))
                .isEqualTo("resourceclaim \"gpu\" is in use by 256 pods, the most that can share one");
        assertThat(reasons(pod("p").uid("uid-7").resourceClaim("gpu"))).containsOnlyKeys("n2");
    }

    @Test
    void devicesThatCouldNotBePreparedAreOfNoUse() {
        put(claim("gpu", on("n1", Binding.PENDING), Set.of()));
        assertThat(reasons(pod("p").resourceClaim("gpu"))).containsOnlyKeys("n2");
        clock.advance(Duration.ofMinutes(11));
        assertThat(reasons(pod("p").resourceClaim("gpu"))).containsOnlyKeys("n1", "n2");
        put(claim("gpu", on("n1", Binding.FAILED), Set.of()));
        assertThat(reasons(pod("p").resourceClaim("gpu"))).containsOnlyKeys("n1", "n2");
        put(allocated("gpu", "n1"));
        assertThat(reasons(pod("p").resourceClaim("gpu"))).containsOnlyKeys("n2");
    }

    @Test
    void aClusterThatServesNoClaimsIsNamed() {
        state.change(DeviceClaims.FACT, devices -> devices.served(false));
        assertThat(everywhere(pod("p").resourceClaim("gpu")))
                .isEqualTo(
                        "pods with resource claims need the API resource.k8s.io/v1, which this cluster does not serve");
        assertThat(reasons(pod("p"))).isEmpty();
    }

    @Test
    void anExtendedResourceThatOnlyDevicesServeIsNamed() {
        state.change(DeviceClaims.FACT, devices -> devices.withClass("gpu", "example.com/gpu")
                .withClass("nic", "example.com/nic"));
        assertThat(everywhere(pod("p").scalar("example.com/gpu", 1)))
                .isEqualTo(
                        "example.com/gpu is served by devices of class gpu only, and this scheduler does not allocate"
                                + " devices");
        assertThat(everywhere(pod("p").scalar("deviceclass.resource.kubernetes.io/nic", 1)))
                .startsWith("deviceclass.resource.kubernetes.io/nic is served by devices of class nic only");
        // n2 has one of its own: how many are left is not asked here
        assertThat(reasons(pod("p").scalar("example.com/nic", 1))).isEmpty();
        assertThat(reasons(pod("p").scalar("example.com/other", 1))).isEmpty();
    }

    @Test
    void whatKubeSchedulerMadeInAnEarlierAttemptStandsInTheWay() {
        state.change(DeviceClaims.FACT, devices -> devices.withClass("nic", "example.com/nic"));
        put(new ResourceClaim(key("made"), "u", false, "uid-of-p", true, on("n2", Binding.READY), Set.of()));
        assertThat(everywhere(pod("p").scalar("example.com/nic", 1)))
                .isEqualTo("resourceclaim \"made\" of an earlier attempt has to be deleted first");
        state.change(DeviceClaims.FACT, devices -> devices.without(key("made")));
        assertThat(reasons(pod("p").scalar("example.com/nic", 1))).isEmpty();
    }

    private void put(ResourceClaim claim) {
        state.change(DeviceClaims.FACT, devices -> devices.with(claim));
    }

    private String everywhere(TestPods.Builder pod) {
        Map<String, String> reasons = reasons(pod);
        assertThat(reasons).containsOnlyKeys("n1", "n2");
        return reasons.values().stream().distinct().collect(Collectors.joining(" | "));
    }

    private Map<String, String> reasons(TestPods.Builder pod) {
        var snapshot = state.snapshot().at(clock.instant());
        var check = new DynamicResources().prepare(pod.build(), snapshot);
        Map<String, String> reasons = new TreeMap<>();
        snapshot.nodes().forEach(node -> {
            var rejection = check.check(node);
            if (rejection != null) {
                reasons.put(node.name(), rejection.reason());
            }
        });
        return reasons;
    }
}
