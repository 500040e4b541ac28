package dev.edgewise.scheduler.model;

/**
 * A volume as its CSI driver counts it: two are one if both names agree.
 *
 * @param driver the CSI driver that attaches it
 * @param handle the driver's name of the volume
 */
public record CsiVolume(String driver, String handle) {}
