package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.PodResourceRequests;
import dev.edgewise.scheduler.model.Resources;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PodTotalRequestsCalculatorTest {
    private static final long MI = 1024 * 1024;

    @Test
    void addsUpContainersAndOverhead() {
        PodResourceRequests requests = requests(
                """
                overhead: {cpu: 50m, memory: 10Mi}
                containers:
                - {name: a, resources: {requests: {cpu: 200m, memory: 64Mi, example.com/gpu: 1}}}
                - {name: b, resources: {requests: {cpu: 300m, ephemeral-storage: 1Ki}}}
                """);
        // 200 + 300 + 50 and 64 + 10
        assertThat(requests.needed()).isEqualTo(new Resources(550, 74 * MI, 1024, Map.of("example.com/gpu", 1L)));
        // b requests no memory: 64 + 200 + 10
        assertThat(requests.nonZero().milliCpu()).isEqualTo(550);
        assertThat(requests.nonZero().memory()).isEqualTo(274 * MI);
    }

    @Test
    void countsTheWorstMomentOfInitContainers() {
        PodResourceRequests requests = requests(
                """
                containers: [{name: main, resources: {requests: {cpu: 100m, memory: 300Mi}}}]
                initContainers:
                - {name: early, resources: {requests: {cpu: 500m, memory: 10Mi}}}
                - {name: sidecar, restartPolicy: Always, resources: {requests: {cpu: 200m, memory: 20Mi}}}
                - {name: late, resources: {requests: {cpu: 400m, memory: 50Mi}}}
                """);
        // Running: 100 + 200 = 300. Starting: early 500; sidecar 200; late beside the sidecar 400 + 200 = 600.
        assertThat(requests.needed().milliCpu()).isEqualTo(600);
        // Running: 300 + 20 = 320. Starting: 10; 20; 50 + 20 = 70.
        assertThat(requests.needed().memory()).isEqualTo(320 * MI);
    }

    @Test
    @Timeout(20)
    void manyInitContainersBesideASidecarOfManyResourcesAreReadOneByOne() {
        Pod pod = Yaml.pod("containers: [{name: main}]");
        List<Container> starting = new ArrayList<>();
        Map<String, Quantity> many = new HashMap<>();
        IntStream.range(0, 50_000).forEach(i -> many.put("example.com/r" + i, new Quantity("1")));
        starting.add(container("sidecar", many).withRestartPolicy("Always").build());
        IntStream.range(0, 20_000)
                .forEach(i -> starting.add(container("c" + i, Map.of("example.com/r0", new Quantity("2")))
                        .build()));
        pod.getSpec().setInitContainers(starting);
        Resources needed = PodTotalRequestsCalculator.convert(pod).needed();
        assertThat(needed.scalar("example.com/r0")).isEqualTo(3);
        assertThat(needed.scalar("example.com/r1")).isEqualTo(1);
    }

    private static ContainerBuilder container(String name, Map<String, Quantity> requests) {
        return new ContainerBuilder()
                .withName(name)
                .withNewResources()
                .withRequests(requests)
                .endResources();
    }

    @Test
    void takesLimitsWhereThereAreNoRequests() {
        PodResourceRequests requests =
                requests("containers: [{name: a, resources: {limits: {cpu: 2, memory: 1Gi}, requests: {cpu: 1}}}]");
        assertThat(requests.needed()).isEqualTo(new Resources(1000, 1024 * MI, 0, Map.of()));
    }

    @Test
    void explicitZeroIsNotDefaulted() {
        PodResourceRequests requests = requests("containers: [{name: a, resources: {requests: {cpu: 0}}}]");
        assertThat(requests.needed()).isEqualTo(Resources.NONE);
        assertThat(requests.nonZero()).isEqualTo(new Resources(0, 200 * MI, 0, Map.of()));
    }

    @Test
    void podLevelReplacesTheSumOfContainers() {
        PodResourceRequests requests = requests(
                """
                resources: {requests: {cpu: 1, hugepages-2Mi: 4Mi, example.com/gpu: 7}}
                containers:
                - {name: a, resources: {requests: {cpu: 100m, memory: 64Mi, example.com/gpu: 1}}}
                - {name: b}
                overhead: {cpu: 10m}
                """);
        // CPU 1000 + 10 from pod level; memory from the container; an extended resource has no pod level.
        assertThat(requests.needed())
                .isEqualTo(new Resources(1010, 64 * MI, 0, Map.of("hugepages-2Mi", 4 * MI, "example.com/gpu", 1L)));
        // While it waits, kube-scheduler's score counts containers only: 100 + default 100 + overhead 10; 64 + 200 MiB.
        assertThat(requests.nonZero().milliCpu()).isEqualTo(210);
        assertThat(requests.nonZero().memory()).isEqualTo(264 * MI);
    }

    @Test
    void podLevelOnANodeDefaultsOnlyWhatNobodyRequests() {
        PodResourceRequests requests = requests(
                """
                nodeName: n1
                resources: {requests: {cpu: 1}}
                containers: [{name: a, resources: {requests: {memory: 64Mi}}}, {name: b}]
                """);
        assertThat(requests.nonZero()).isEqualTo(new Resources(1000, 64 * MI, 0, Map.of()));
    }

    @Test
    void podLevelLimitsStandForMissingRequests() {
        PodResourceRequests requests = requests(
                """
                resources: {limits: {cpu: 2, memory: 1Gi}}
                containers: [{name: a, resources: {requests: {cpu: 300m}}}]
                """);
        // CPU as the containers request it; memory is requested by none: the limit.
        assertThat(requests.needed()).isEqualTo(new Resources(300, 1024 * MI, 0, Map.of()));
    }

    @Test
    void duringAResizeTheLargestCounts() {
        Pod pod = Yaml.pod("containers: [{name: a, resources: {requests: {cpu: 500m, memory: 10Mi}}}]");
        pod.setStatus(status("conditions: [{type: PodResizePending, reason: Deferred}]"));
        // cpu max(500 wanted, 700 actual, 600 granted); memory max(10, 5, 20)
        assertThat(PodTotalRequestsCalculator.convert(pod).needed())
                .isEqualTo(new Resources(700, 20 * MI, 0, Map.of()));
    }

    @Test
    void anInfeasibleResizeIsNotCounted() {
        Pod pod = Yaml.pod("containers: [{name: a, resources: {requests: {cpu: 5, memory: 1Gi}}}]");
        pod.setStatus(status("conditions: [{type: PodResizePending, reason: Infeasible}]"));
        assertThat(PodTotalRequestsCalculator.convert(pod).needed())
                .isEqualTo(new Resources(700, 20 * MI, 0, Map.of()));
    }

    @Test
    void ignoresResourcesThatNoNodeCounts() {
        PodResourceRequests requests =
                requests("containers: [{name: a, resources: {requests: {storage: 1Gi, cpu: 1}}}]");
        assertThat(requests.needed()).isEqualTo(new Resources(1000, 0, 0, Map.of()));
    }

    private static PodStatus status(String conditions) {
        return Yaml.read(
                PodStatus.class,
                conditions
                        + """

                        containerStatuses:
                        - name: a
                          resources: {requests: {cpu: 700m, memory: 5Mi}}
                          allocatedResources: {cpu: 600m, memory: 20Mi}
                        """);
    }

    private static PodResourceRequests requests(String spec) {
        return PodTotalRequestsCalculator.convert(Yaml.pod(spec));
    }
}
