package dev.edgewise.scheduler.storage;

/**
 * A VolumeAttachment: a volume that is attached to a node, still is, or is about to be.
 *
 * @param driver the CSI driver that attaches it
 * @param volume name of the PersistentVolume
 */
public record Attachment(String name, String node, String driver, String volume) {}
