package dev.edgewise.scheduler.binding.volumes;

import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.model.storage.Volume;
import dev.edgewise.scheduler.model.storage.VolumeClaim;

/**
 * Writes to the API server what was decided about volumes, for its controllers to carry out. Called concurrently;
 * blocks until the API server has answered. Repeated calls change nothing.
 */
public interface VolumeWriter {
    /**
     * Keeps the volume for the claim.
     *
     * @throws BindException if it is not kept, as far as is known; refused if another claim has it
     */
    void keep(Volume volume, VolumeClaim claim) throws BindException;

    /**
     * Requests a volume for the claim that the node can use.
     *
     * @throws BindException if that is not under way, as far as is known; refused if another node was selected
     */
    void select(VolumeClaim claim, String node) throws BindException;
}
