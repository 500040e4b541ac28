package dev.edgewise.scheduler.plugins.volumes;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.Volume;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The steps that give a pod's waiting claims volumes on a node: the smallest claim takes the smallest fitting volume
 * first; a claim that finds none is provisioned by its class.
 *
 * <p>Source: FindPodVolumes in kubernetes, pkg/scheduler/framework/plugins/volumebinding/binder.go.
 *
 * @param bindings existing volumes to bind, by claim
 * @param provisions claims to make volumes for
 * @param problem why it cannot be done on that node; null if it can
 */
public record VolumePlan(Map<VolumeClaim, Volume> bindings, List<VolumeClaim> provisions, @Nullable String problem) {
    /** The plan of a pod without waiting claims. */
    public static final VolumePlan NOTHING = new VolumePlan(Map.of(), List.of(), null);

    static final String NO_VOLUME = "node(s) didn't find available persistent volumes to bind";
    static final String NO_SPACE = "node(s) did not have enough free storage";

    /** The plan for a pod that is about to be bound to the node. */
    public static VolumePlan of(Pod pod, Node node, ClusterStorageObjects storage) {
        MountedClaims claims = MountedClaims.of(pod, storage);
        return claims.problem() == null ? of(claims.waiting(), node, storage) : failed(claims.problem());
    }

    /** Returns whether nothing is left to do before the pod can be bound. */
    public boolean isNothing() {
        return bindings.isEmpty() && provisions.isEmpty();
    }

    /** The storage as it will be: what this plan takes for the node is no longer there for others. */
    public ClusterStorageObjects assumedIn(ClusterStorageObjects storage, String node) {
        ClusterStorageObjects result = storage;
        for (Map.Entry<VolumeClaim, Volume> binding : bindings.entrySet()) {
            if (binding.getValue().claim() == null) {
                result = result.assume(binding.getValue(), binding.getKey());
            }
        }
        for (VolumeClaim claim : provisions) {
            if (claim.selectedNode() == null) {
                result = result.assume(claim, node);
            }
        }
        return result;
    }

    static VolumePlan of(List<VolumeClaim> waiting, Node node, ClusterStorageObjects storage) {
        return of(VolumeCandidates.of(waiting, storage), node);
    }

    /** @param waiting what there is for each claim, in the claims' order */
    static VolumePlan of(List<VolumeCandidates> waiting, Node node) {
        List<VolumeCandidates> toMatch = new ArrayList<>();
        List<VolumeCandidates> toProvision = new ArrayList<>();
        for (VolumeCandidates supply : waiting) {
            VolumeClaim claim = supply.claim();
            if (claim.selectedNode() == null) {
                toMatch.add(supply);
            } else if (claim.isSelectedFor(node.name())) {
                toProvision.add(supply);
            } else {
                return failed(NO_VOLUME);
            }
        }
        toMatch.sort(Comparator.comparingLong(supply -> supply.claim().requestedBytes()));
        Map<VolumeClaim, Volume> bindings = match(toMatch, node);
        toMatch.stream().filter(supply -> !bindings.containsKey(supply.claim())).forEach(toProvision::add);
        for (VolumeCandidates supply : toProvision) {
            String problem = supply.whyNotProvisioned(node);
            if (problem != null) {
                return failed(problem);
            }
        }
        return new VolumePlan(
                bindings, toProvision.stream().map(VolumeCandidates::claim).toList(), null);
    }

    private static Map<VolumeClaim, Volume> match(List<VolumeCandidates> supplies, Node node) {
        Map<VolumeClaim, Volume> bindings = new HashMap<>();
        Set<String> taken = new HashSet<>();
        for (VolumeCandidates supply : supplies) {
            Volume volume = supply.volumeFor(node, taken);
            if (volume != null) {
                bindings.put(supply.claim(), volume);
                taken.add(volume.name());
            }
        }
        return bindings;
    }

    private static VolumePlan failed(String problem) {
        return new VolumePlan(Map.of(), List.of(), problem);
    }
}
