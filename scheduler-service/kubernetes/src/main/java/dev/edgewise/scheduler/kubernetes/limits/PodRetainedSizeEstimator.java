package dev.edgewise.scheduler.kubernetes.limits;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting.Part;
import dev.edgewise.scheduler.model.HostPorts;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodImages;
import dev.edgewise.scheduler.model.PodResourceClaim;
import dev.edgewise.scheduler.model.PodResourceRequests;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.model.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Computes the memory that a pod retains beyond that of a minimal pod, by field. */
public final class PodRetainedSizeEstimator {
    private static final List<Function<Pod, Part>> PARTS = List.of(
            part("metadata.labels", Pod::labels, RetainedSizeEstimator::of),
            part("metadata.annotations", Pod::annotations, RetainedSizeEstimator::of),
            part("spec.schedulingGates", pod -> pod.spec().gates(), RetainedSizeEstimator::of),
            part("spec.containers.resources", pod -> pod.spec().requests(), PodRetainedSizeEstimator::resources),
            part("spec.containers.ports", pod -> pod.spec().hostPorts(), PodRetainedSizeEstimator::ports),
            part("spec.containers.image", pod -> pod.spec().images(), PodRetainedSizeEstimator::images),
            part("spec.tolerations", pod -> pod.spec().tolerations(), PodRetainedSizeEstimator::tolerations),
            part("spec.affinity", pod -> pod.spec().nodeAffinity(), RetainedSizeEstimator::of),
            part("spec.affinity", pod -> pod.spec().podAffinity(), RetainedSizeEstimator::of),
            part("spec.topologySpreadConstraints", pod -> pod.spec().spread(), PodRetainedSizeEstimator::spread),
            part("spec.volumes", pod -> pod.spec().volumes(), PodRetainedSizeEstimator::volumes),
            part("spec.resourceClaims", pod -> pod.spec().resourceClaims(), PodRetainedSizeEstimator::claims));

    private PodRetainedSizeEstimator() {}

    private static <T> Function<Pod, Part> part(String field, Function<Pod, T> value, ToIntFunction<T> weight) {
        return pod -> {
            T kept = value.apply(pod);
            return new Part(field, kept, weight.applyAsInt(kept));
        };
    }

    /** Returns the weight of each field that is not empty. */
    public static List<Part> parts(Pod pod) {
        List<Part> parts = new ArrayList<>(PARTS.size());
        for (Function<Pod, Part> each : PARTS) {
            Part part = each.apply(pod);
            if (part.weight() > 0) {
                parts.add(part);
            }
        }
        return parts;
    }

    /**
     * @param most in bytes
     * @throws InvalidObjectException naming the heaviest field, if all of them weigh more
     */
    public static Pod checked(Pod pod, int most) {
        int all = 0;
        int heaviest = 0;
        String field = "spec";
        for (Part part : parts(pod)) {
            all += part.weight();
            field = part.weight() > heaviest ? part.field() : field;
            heaviest = Math.max(heaviest, part.weight());
        }
        RetainedSizeEstimator.check(field, all, most);
        return pod;
    }

    private static int resources(PodResourceRequests requests) {
        return RetainedSizeEstimator.of(requests.needed().scalars().keySet());
    }

    /** Address and protocol are mostly constants. */
    private static int ports(HostPorts ports) {
        return RetainedSizeEstimator.sum(
                ports.ports(), port -> port.ip().length() + port.protocol().length());
    }

    private static int images(PodImages images) {
        return RetainedSizeEstimator.sum(images.containers(), PodRetainedSizeEstimator::image)
                + RetainedSizeEstimator.sum(images.volumes(), PodRetainedSizeEstimator::image);
    }

    /** Returns the bytes of an image's name; without a name it takes a place in a list. */
    private static int image(String name) {
        return name.isEmpty() ? 4 : RetainedSizeEstimator.of(name);
    }

    private static int tolerations(List<Toleration> tolerations) {
        return RetainedSizeEstimator.sum(
                tolerations,
                toleration -> RetainedSizeEstimator.of(toleration.key())
                        + toleration.value().length());
    }

    private static int spread(List<SpreadConstraint> constraints) {
        return RetainedSizeEstimator.sum(
                constraints,
                constraint -> RetainedSizeEstimator.of(constraint.selector())
                        + RetainedSizeEstimator.of(constraint.topologyKey()));
    }

    private static int volumes(PodVolumes volumes) {
        return RetainedSizeEstimator.sum(volumes.claims(), claim -> RetainedSizeEstimator.of(claim.name()))
                + RetainedSizeEstimator.sum(
                        volumes.disks(),
                        disk -> RetainedSizeEstimator.of(disk.id()) + RetainedSizeEstimator.of(disk.servers()))
                + RetainedSizeEstimator.sum(volumes.inline(), volume -> RetainedSizeEstimator.of(volume.handle()));
    }

    private static int claims(List<PodResourceClaim> claims) {
        return RetainedSizeEstimator.sum(
                claims,
                claim -> RetainedSizeEstimator.of(claim.name())
                        + (claim.claim() == null ? 0 : claim.claim().length()));
    }
}
