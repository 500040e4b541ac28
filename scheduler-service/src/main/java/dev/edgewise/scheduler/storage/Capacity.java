package dev.edgewise.scheduler.storage;

import dev.edgewise.scheduler.model.LabelSelector;

/**
 * A CSIStorageCapacity: how large a volume of a class can be made for some nodes.
 *
 * @param nodes which nodes, by their labels
 * @param largestBytes negative if it does not say
 */
public record Capacity(ClaimKey key, String storageClass, LabelSelector nodes, long largestBytes) {}
