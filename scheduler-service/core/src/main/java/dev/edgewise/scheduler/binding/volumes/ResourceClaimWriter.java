package dev.edgewise.scheduler.binding.volumes;

import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.devices.ResourceClaim;

/**
 * Records at the API server which pods may use the devices of a claim. Called concurrently; blocks until the API server
 * has answered. Repeated calls change nothing.
 */
public interface ResourceClaimWriter {
    /**
     * Reserves the claim for the pod.
     *
     * @throws BindException if it may not, as far as is known; refused if the claim has other devices meanwhile
     */
    void reserve(ResourceClaim claim, Pod pod) throws BindException;

    /**
     * Takes that back.
     *
     * @throws BindException if it may still use it, as far as is known
     */
    void release(ResourceClaim claim, Pod pod) throws BindException;
}
