package dev.edgewise.scheduler.plugins.volumes;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.storage.ClaimKey;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.StorageClass;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The claims that a pod mounts, by the work that is left for them.
 *
 * @param bound have their volume
 * @param waiting get a volume once the pod has a node
 * @param problem why the pod cannot run anywhere; null if it can
 */
record MountedClaims(List<VolumeClaim> bound, List<VolumeClaim> waiting, @Nullable String problem) {

    static MountedClaims of(Pod pod, ClusterStorageObjects storage) {
        List<VolumeClaim> bound = new ArrayList<>();
        List<VolumeClaim> waiting = new ArrayList<>();
        boolean immediate = false;
        for (PodVolumes.Claim mounted : pod.spec().volumes().claims()) {
            ClaimKey key = new ClaimKey(pod.namespace(), mounted.name());
            VolumeClaim claim = storage.claim(key);
            String problem = problem(pod, mounted, key, claim);
            if (claim == null || problem != null) {
                return new MountedClaims(List.of(), List.of(), problem);
            }
            if (claim.isBound()) {
                bound.add(claim);
                continue;
            }
            StorageClass storageClass = storage.storageClass(claim.storageClass());
            if (storageClass == null && !claim.storageClass().isEmpty()) {
                return failed("storageclass.storage.k8s.io \"" + claim.storageClass() + "\" not found");
            }
            if (storageClass != null
                    && storageClass.waitsForConsumer()
                    && claim.volume().isEmpty()) {
                waiting.add(claim);
            } else {
                immediate = true;
            }
        }
        return immediate
                ? failed("pod has unbound immediate PersistentVolumeClaims")
                : new MountedClaims(bound, waiting, null);
    }

    static String notFound(ClaimKey key) {
        return "persistentvolumeclaim \"" + key.name() + "\" not found";
    }

    private static @Nullable String problem(
            Pod pod, PodVolumes.Claim mounted, ClaimKey key, @Nullable VolumeClaim claim) {
        String name = "persistentvolumeclaim \"" + key.name() + "\"";
        if (claim == null) {
            return mounted.ephemeral()
                    ? "waiting for ephemeral volume controller to create the " + name
                    : notFound(key);
        }
        if (claim.lost()) {
            return name + " bound to non-existent persistentvolume \"" + claim.volume() + "\"";
        }
        if (claim.terminating()) {
            return name + " is being deleted";
        }
        if (claim.problem() != null && !claim.isBound()) {
            return name + " cannot be read: " + claim.problem();
        }
        if (mounted.ephemeral() && !claim.ownerPod().equals(pod.uid())) {
            return name + " was not created for pod " + pod.key() + " (pod is not owner)";
        }
        return null;
    }

    private static MountedClaims failed(String problem) {
        return new MountedClaims(List.of(), List.of(), problem);
    }
}
