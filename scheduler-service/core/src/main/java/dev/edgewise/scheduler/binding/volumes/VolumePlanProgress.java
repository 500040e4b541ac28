package dev.edgewise.scheduler.binding.volumes;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.storage.ClaimKey;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.Volume;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import dev.edgewise.scheduler.plugins.volumes.VolumePlan;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a plan that was written to the API server.
 *
 * <p>Source: checkBindings in kubernetes, pkg/scheduler/framework/plugins/volumebinding/binder.go.
 *
 * @param bound whether each claim has its volume
 * @param problem why the plan will fail; null if it can still succeed
 * @param isOfNode whether the problem is that no volume was created on the node
 */
record VolumePlanProgress(boolean bound, @Nullable String problem, boolean isOfNode) {
    private static final VolumePlanProgress BOUND = new VolumePlanProgress(true, null, false);
    private static final VolumePlanProgress UNDER_WAY = new VolumePlanProgress(false, null, false);

    static VolumePlanProgress of(VolumePlan plan, Node node, ClusterStorageObjects storage) {
        boolean bound = true;
        for (Map.Entry<VolumeClaim, Volume> binding : plan.bindings().entrySet()) {
            VolumeClaim claim = binding.getKey();
            VolumePlanProgress one = of(claim, node, storage, whyNotKept(binding.getValue(), claim, storage));
            if (one.problem != null) {
                return one;
            }
            bound &= one.bound;
        }
        for (VolumeClaim claim : plan.provisions()) {
            VolumePlanProgress one = of(claim, node, storage, whyNotMade(claim, node, storage));
            if (one.problem != null) {
                return new VolumePlanProgress(false, one.problem, find(claim, storage) != null);
            }
            bound &= one.bound;
        }
        return bound ? BOUND : UNDER_WAY;
    }

    private static VolumePlanProgress of(
            VolumeClaim planned, Node node, ClusterStorageObjects storage, @Nullable String problem) {
        VolumeClaim claim = find(planned, storage);
        if (claim == null) {
            return failed(named(planned.key()) + " is gone");
        }
        if (problem != null) {
            return failed(problem);
        }
        Volume volume = storage.volume(claim.volume());
        if (volume == null) {
            // The claim has none yet, or its watch is ahead of the volumes'.
            return UNDER_WAY;
        }
        if (!volume.isUsableOn(node)) {
            return failed("persistentvolume \"" + volume.name() + "\" of " + named(claim.key())
                    + " cannot be used on node " + node.name());
        }
        return claim.isBound() ? BOUND : UNDER_WAY;
    }

    /** The claim as it is now; null if it is gone, or another one has its name. */
    private static @Nullable VolumeClaim find(VolumeClaim planned, ClusterStorageObjects storage) {
        VolumeClaim claim = storage.claim(planned.key());
        return claim != null && claim.uid().equals(planned.uid()) ? claim : null;
    }

    private static @Nullable String whyNotKept(Volume planned, VolumeClaim claim, ClusterStorageObjects storage) {
        Volume volume = storage.volume(planned.name());
        return volume != null && volume.isReservedFor(claim)
                ? null
                : "persistentvolume \"" + planned.name() + "\" is no longer kept for " + named(claim.key());
    }

    private static @Nullable String whyNotMade(VolumeClaim planned, Node node, ClusterStorageObjects storage) {
        VolumeClaim claim = Objects.requireNonNullElse(storage.claim(planned.key()), planned);
        return claim.isSelectedFor(node.name()) || !claim.volume().isEmpty()
                ? null
                : "no volume could be made on node " + node.name() + " for " + named(planned.key());
    }

    private static String named(ClaimKey key) {
        return "persistentvolumeclaim \"" + key.name() + "\"";
    }

    private static VolumePlanProgress failed(String problem) {
        return new VolumePlanProgress(false, problem, false);
    }
}
