package dev.edgewise.offloader.cluster;

/**
 * The object that creates a pod again, as the pod names it.
 *
 * @param name such as {@code fibonacci-5d8f} of a ReplicaSet
 */
public record ControllerReference(String apiVersion, String kind, String name, String uid) {}
