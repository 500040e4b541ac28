package dev.edgewise.offloader.safety;

/**
 * The object that creates a pod again when it is gone, such as a Deployment.
 *
 * @param uid of the object; two of the same name at different times are different workloads
 */
public record Workload(String namespace, String kind, String name, String uid) {}
