package dev.edgewise.scheduler.spelling;

import dev.edgewise.scheduler.model.PodKey;

/**
 * Words of a pod that have no effect as they are spelt.
 *
 * @param uid of the pod
 * @param profile that the pod is for, or was probably meant to be for
 * @param message for the pod's author
 */
public record Misspelling(PodKey pod, String uid, String profile, String message) {}
