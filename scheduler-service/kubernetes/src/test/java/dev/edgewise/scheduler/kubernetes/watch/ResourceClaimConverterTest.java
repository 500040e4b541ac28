package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.PodResourceClaim;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.devices.DeviceAllocation;
import dev.edgewise.scheduler.model.devices.DeviceAllocation.Binding;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceClaimConverterTest {
    @Test
    void readsWhatWasDecidedOfAClaim() {
        var claim = claim(
                """
                allocation:
                  allocationTimestamp: "2026-01-01T00:00:00Z"
                  nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}]}
                  devices: {results: [{request: g, driver: d, pool: p, device: x}]}
                reservedFor:
                - {resource: pods, name: a, uid: u1}
                - {resource: pods, name: b, uid: u2}
                """);
        assertThat(claim.key()).isEqualTo(new dev.edgewise.scheduler.model.devices.ResourceClaim.Key("shop", "gpu"));
        assertThat(claim.uid()).isEqualTo("u");
        assertThat(claim.ownerPod()).isEqualTo("uid-of-web");
        assertThat(claim.extended()).isTrue();
        assertThat(claim.users()).isEqualTo(Set.of("u1", "u2"));
        assertThat(claim.allocation())
                .isEqualTo(new DeviceAllocation(
                        List.of(new NodeTerm(List.of(), List.of(Requirement.in(NodeTerm.NAME_FIELD, "n1")))),
                        Binding.READY,
                        Instant.parse("2026-01-01T00:00:00Z")));
        assertThat(claim("{}").allocation()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    [] | PENDING
                    [{driver: d, pool: p, device: other, conditions: [{type: Attached, status: 'True'}]}] | PENDING
                    [{driver: d, pool: p, device: x, conditions: [{type: Attached, status: 'False'}]}] | PENDING
                    [{driver: d, pool: p, device: x, conditions: [{type: Attached, status: 'True'}]}] | READY
                    [{driver: d, pool: p, device: x, conditions: [{type: Broken, status: 'True'}, {type: Attached, status: 'True'}]}] | FAILED
                    """)
    void devicesMayHaveToBePrepared(String statuses, Binding expected) {
        var claim = claim(
                """
                allocation:
                  devices: {results: [{request: f, driver: d, pool: p, device: free}, {request: g, driver: d, pool: p, device: x, bindingConditions: [Attached], bindingFailureConditions: [Broken]}]}
                """
                        + "devices: " + statuses);
        assertThat(claim.allocation()).isEqualTo(new DeviceAllocation(null, expected, null));
    }

    @Test
    void readsTheExtendedResourceOfAClass() {
        assertThat(ResourceClaimConverter.extendedResource(Yaml.read(
                        DeviceClass.class, "metadata: {name: a}\nspec: {extendedResourceName: example.com/gpu}")))
                .isEqualTo("example.com/gpu");
        assertThat(ResourceClaimConverter.extendedResource(
                        Yaml.read(DeviceClass.class, "metadata: {name: a}\nspec: {}")))
                .isEmpty();
    }

    @Test
    void readsTheClaimsOfAPodThatItNeeds() {
        Pod pod = Yaml.pod(
                """
                containers: [{name: c}]
                resourceClaims:
                - {name: own, resourceClaimName: gpu}
                - {name: made, resourceClaimTemplateName: t}
                - {name: notNeeded, resourceClaimTemplateName: t}
                - {name: notYet, resourceClaimTemplateName: t}
                """);
        pod.setStatus(Yaml.read(
                io.fabric8.kubernetes.api.model.PodStatus.class,
                "resourceClaimStatuses: [{name: made, resourceClaimName: web-0-made-x}, {name: notNeeded}]"));
        assertThat(PodConverter.convert(pod).spec().resourceClaims())
                .containsExactly(
                        new PodResourceClaim("own", "gpu", false),
                        new PodResourceClaim("made", "web-0-made-x", true),
                        new PodResourceClaim("notYet", null, true));
    }

    private static dev.edgewise.scheduler.model.devices.ResourceClaim claim(String status) {
        return ResourceClaimConverter.convert(Yaml.read(
                ResourceClaim.class,
                """
                metadata:
                  name: gpu
                  namespace: shop
                  uid: u
                  annotations: {resource.kubernetes.io/extended-resource-claim: "true"}
                  ownerReferences: [{kind: Pod, name: web, uid: uid-of-web, controller: true}]
                spec: {}
                status:
                """
                        + status.indent(2)));
    }
}
