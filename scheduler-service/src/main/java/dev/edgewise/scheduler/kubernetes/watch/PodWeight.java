package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodImages;
import dev.edgewise.scheduler.model.PodSpec;
import dev.edgewise.scheduler.model.PodVolumes;
import java.util.List;
import java.util.function.ToIntFunction;

/** What a pod keeps of memory beside what every pod does, by field. */
final class PodWeight {
    private static final List<Part> PARTS = List.of(
            new Part("metadata.labels", pod -> Weight.of(pod.labels())),
            new Part("metadata.annotations", pod -> Weight.of(pod.annotations())),
            new Part("spec.schedulingGates", pod -> Weight.of(pod.spec().gates())),
            new Part("spec.containers.resources", PodWeight::resources),
            new Part("spec.containers.ports", PodWeight::ports),
            new Part("spec.containers.image", PodWeight::images),
            new Part("spec.tolerations", PodWeight::tolerations),
            new Part("spec.affinity", PodWeight::affinity),
            new Part("spec.topologySpreadConstraints", PodWeight::spread),
            new Part("spec.volumes", pod -> volumes(pod.spec().volumes())),
            new Part("spec.resourceClaims", PodWeight::claims));

    private record Part(String field, ToIntFunction<Pod> weight) {}

    private PodWeight() {}

    /** @throws InvalidObjectException naming the heaviest field, if all of them weigh too much */
    static Pod checked(Pod pod) {
        int all = 0;
        int most = 0;
        String heaviest = "spec";
        for (Part part : PARTS) {
            int weight = part.weight.applyAsInt(pod);
            all += weight;
            heaviest = weight > most ? part.field : heaviest;
            most = Math.max(most, weight);
        }
        Weight.check(heaviest, all);
        return pod;
    }

    private static int resources(Pod pod) {
        return Weight.of(pod.spec().requests().needed().scalars().keySet());
    }

    /** Address and protocol are mostly constants. */
    private static int ports(Pod pod) {
        return Weight.sum(
                pod.spec().hostPorts(),
                port -> port.ip().length() + port.protocol().length());
    }

    private static int images(Pod pod) {
        PodImages images = pod.spec().images();
        return Weight.sum(images.containers(), PodWeight::image) + Weight.sum(images.volumes(), PodWeight::image);
    }

    /** Without a name it takes a place in a list. */
    private static int image(String name) {
        return name.isEmpty() ? 4 : Weight.of(name);
    }

    private static int tolerations(Pod pod) {
        return Weight.sum(
                pod.spec().tolerations(),
                toleration -> Weight.of(toleration.key()) + toleration.value().length());
    }

    private static int affinity(Pod pod) {
        PodSpec spec = pod.spec();
        return Weight.of(spec.nodeAffinity()) + Weight.of(spec.podAffinity());
    }

    private static int spread(Pod pod) {
        return Weight.sum(
                pod.spec().spread(),
                constraint -> Weight.of(constraint.selector()) + Weight.of(constraint.topologyKey()));
    }

    private static int volumes(PodVolumes volumes) {
        return Weight.sum(volumes.claims(), claim -> Weight.of(claim.name()))
                + Weight.sum(volumes.disks(), disk -> Weight.of(disk.id()) + Weight.of(disk.servers()))
                + Weight.sum(volumes.inline(), volume -> Weight.of(volume.handle()));
    }

    private static int claims(Pod pod) {
        return Weight.sum(
                pod.spec().resourceClaims(),
                claim -> Weight.of(claim.name())
                        + (claim.claim() == null ? 0 : claim.claim().length()));
    }
}
