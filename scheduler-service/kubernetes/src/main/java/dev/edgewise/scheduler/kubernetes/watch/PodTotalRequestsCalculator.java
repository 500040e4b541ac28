package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.scheduler.kubernetes.limits.ResourceSum;
import dev.edgewise.scheduler.model.PodResourceRequests;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Computes a pod's total requests, added up as {@code PodRequests} of k8s.io/component-helpers does: the containers'
 * sum or, if larger, the worst moment of the init containers; sidecars run beside both; what the pod says at its own
 * level replaces the sum; overhead comes on top. During an in-place resize the largest of wanted, granted and actual
 * counts.
 */
final class PodTotalRequestsCalculator {
    private final Pod pod;
    private final boolean resizeInfeasible;
    private final Map<String, ContainerStatus> statuses;
    private final List<ResourceSum> containers;
    private final List<ResourceSum> initContainers;

    private PodTotalRequestsCalculator(Pod pod) {
        this.pod = pod;
        this.resizeInfeasible = isResizeInfeasible(pod.getStatus());
        this.statuses = statusesOf(pod.getStatus());
        this.containers =
                FieldReader.each("containers", pod.getSpec().getContainers(), container -> requestsOf(container, true));
        this.initContainers = FieldReader.each(
                "initContainers",
                pod.getSpec().getInitContainers(),
                container -> requestsOf(container, isSidecar(container)));
    }

    static PodResourceRequests convert(Pod pod) {
        return new PodTotalRequestsCalculator(pod).requests();
    }

    /** An init container that keeps running beside the others. */
    static boolean isSidecar(Container initContainer) {
        return "Always".equals(initContainer.getRestartPolicy());
    }

    private PodResourceRequests requests() {
        ResourceSum plain = aggregate(containers, initContainers);
        ResourceSum podLevel = podLevel(plain);
        ResourceSum overhead = ResourceSum.of("overhead", orEmpty(pod.getSpec().getOverhead()));
        ResourceSum total = plain.copy();
        total.override(podLevel);
        ResourceSum needed = plus(total, overhead);
        // While the pod waits, kube-scheduler's scores default each container; on a node only the resources that no
        // container requests.
        boolean onNode = pod.getSpec().getNodeName() != null;
        boolean sparing = onNode && !podLevel.isEmpty();
        ResourceSum defaults = new ResourceSum();
        if (!sparing || !needed.has(ResourceSum.CPU)) {
            defaults.set(ResourceSum.CPU, PodResourceRequests.DEFAULT_MILLI_CPU);
        }
        if (!sparing || !needed.has(ResourceSum.MEMORY)) {
            defaults.set(ResourceSum.MEMORY, PodResourceRequests.DEFAULT_MEMORY);
        }
        ResourceSum nonZero = aggregate(filled(containers, defaults), filled(initContainers, defaults));
        if (onNode) {
            // kube-scheduler's NodeResourcesFit score leaves the pod level out for the pod it places, and only there.
            nonZero.override(podLevel);
        }
        return new PodResourceRequests(
                needed.toResources(), plus(nonZero, overhead).toResources());
    }

    private ResourceSum aggregate(List<ResourceSum> running, List<ResourceSum> starting) {
        ResourceSum sum = new ResourceSum();
        running.forEach(sum::add);
        ResourceSum sidecars = new ResourceSum();
        ResourceSum worstStart = new ResourceSum();
        for (int i = 0; i < starting.size(); i++) {
            ResourceSum requests = starting.get(i);
            worstStart.maxBeside(sidecars, requests);
            if (isSidecar(pod.getSpec().getInitContainers().get(i))) {
                sum.add(requests);
                sidecars.add(requests);
            }
        }
        sum.max(worstStart);
        return sum;
    }

    private ResourceSum podLevel(ResourceSum aggregated) {
        ResourceRequirements resources = pod.getSpec().getResources();
        if (resources == null) {
            return new ResourceSum();
        }
        ResourceSum requests = ResourceSum.of("resources.requests", orEmpty(resources.getRequests()))
                .podLevel();
        ResourceSum limits = ResourceSum.of("resources.limits", orEmpty(resources.getLimits()))
                .podLevel();
        // The defaults that the API server would have filled in.
        if (!limits.isEmpty()) {
            requests.fill(aggregated, ResourceSum.CPU);
            requests.fill(aggregated, ResourceSum.MEMORY);
            requests.fill(limits);
        }
        PodStatus status = pod.getStatus();
        if (requests.isEmpty() || status == null || status.getResources() == null) {
            return requests;
        }
        return duringResize(requests, status.getResources(), status.getAllocatedResources())
                .only(requests);
    }

    private ResourceSum requestsOf(Container container, boolean resizable) {
        ResourceRequirements resources = container.getResources();
        ResourceSum requests = new ResourceSum();
        if (resources != null) {
            requests = ResourceSum.of("resources.requests", orEmpty(resources.getRequests()));
            requests.fill(ResourceSum.of("resources.limits", orEmpty(resources.getLimits())));
        }
        String name = FieldReader.text("name", container.getName());
        ContainerStatus status = resizable ? statuses.get(name) : null;
        if (status == null || status.getResources() == null) {
            return requests;
        }
        return duringResize(requests, status.getResources(), status.getAllocatedResources());
    }

    private ResourceSum duringResize(
            ResourceSum wanted, ResourceRequirements actual, @Nullable Map<String, Quantity> granted) {
        ResourceSum result = resizeInfeasible ? new ResourceSum() : wanted.copy();
        result.max(ResourceSum.of("status.resources.requests", orEmpty(actual.getRequests())));
        result.max(ResourceSum.of("status.allocatedResources", orEmpty(granted)));
        return result;
    }

    private static List<ResourceSum> filled(List<ResourceSum> requests, ResourceSum defaults) {
        List<ResourceSum> result = new ArrayList<>(requests.size());
        for (ResourceSum each : requests) {
            ResourceSum copy = each.copy();
            copy.fill(defaults);
            result.add(copy);
        }
        return result;
    }

    private static ResourceSum plus(ResourceSum a, ResourceSum b) {
        ResourceSum sum = a.copy();
        sum.add(b);
        return sum;
    }

    private static boolean isResizeInfeasible(@Nullable PodStatus status) {
        if (status == null || status.getConditions() == null) {
            return false;
        }
        for (PodCondition condition : status.getConditions()) {
            if ("PodResizePending".equals(condition.getType())) {
                return "Infeasible".equals(condition.getReason());
            }
        }
        return false;
    }

    private static Map<String, ContainerStatus> statusesOf(@Nullable PodStatus status) {
        if (status == null) {
            return Map.of();
        }
        Map<String, ContainerStatus> result = new HashMap<>();
        for (ContainerStatus container : status.getContainerStatuses()) {
            result.put(container.getName(), container);
        }
        for (ContainerStatus container : status.getInitContainerStatuses()) {
            result.put(container.getName(), container);
        }
        return result;
    }

    private static Map<String, Quantity> orEmpty(@Nullable Map<String, Quantity> quantities) {
        return quantities == null ? Map.of() : quantities;
    }
}
