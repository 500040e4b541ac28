package dev.edgewise.sandbox.evaluate.recovery;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.HostPorts;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.PodImages;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodResourceRequests;
import dev.edgewise.scheduler.model.PodSpec;
import dev.edgewise.scheduler.model.PodStatus;
import dev.edgewise.scheduler.model.PodStatus.Phase;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Pods of the profile {@value BuiltInProfiles#CUSTOM_SCHEDULER}, which have controllers. */
final class RecoveryExperimentPods {
    private static final int[] NEEDS_MS = {20, 40, 80};
    private static final long MILLI_CPU = 100;

    private RecoveryExperimentPods() {}

    /** Pods that each need to be near a node, any one. */
    static List<Pod> random(List<String> nodes, int count, MemoryDistributions sizes, long seed) {
        Random random = new Random(seed);
        List<Pod> pods = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String reference = nodes.get(random.nextInt(nodes.size()));
            String need = String.valueOf(NEEDS_MS[random.nextInt(NEEDS_MS.length)]);
            Resources request = new Resources(MILLI_CPU, sizes.next(random), 0, Map.of());
            pods.add(pending("p" + i, "w" + i, Map.of(Names.DELAY_LABEL_PREFIX + reference, need), request));
        }
        return pods;
    }

    static Pod pending(String name, String workload, Map<String, String> labels, Resources request) {
        Resources nonZero = request.max(new Resources(PodResourceRequests.DEFAULT_MILLI_CPU, 0, 0, Map.of()));
        return new Pod(
                new PodKey("default", name),
                "uid-" + name,
                labels,
                Map.of(),
                workload,
                null,
                "controller-" + workload,
                Instant.EPOCH,
                false,
                spec(new PodResourceRequests(request, nonZero)),
                PodStatus.PENDING);
    }

    /** The pod once its kubelet has started it. */
    static Pod running(Pod pod) {
        return new Pod(
                pod.key(),
                pod.uid(),
                pod.labels(),
                pod.annotations(),
                pod.workload(),
                pod.controller(),
                pod.controllerUid(),
                pod.createdAt(),
                false,
                pod.spec(),
                new PodStatus(Phase.RUNNING, null, Instant.EPOCH));
    }

    private static PodSpec spec(PodResourceRequests requests) {
        return new PodSpec(
                BuiltInProfiles.CUSTOM_SCHEDULER,
                null,
                0,
                true,
                List.of(),
                requests,
                HostPorts.NONE,
                List.of(),
                NodeAffinity.NONE,
                PodAffinity.NONE,
                List.of(),
                PodVolumes.NONE,
                new PodImages(List.of(), List.of()),
                Set.of(),
                List.of());
    }
}
