package dev.edgewise.offloader.cluster;

/**
 * A node of the cluster.
 *
 * @param ready whether its kubelet reports that it runs pods
 * @param cordoned whether new pods are kept off it
 * @param cpuMillis what all its pods together may request, in millicores
 */
public record ClusterNode(String name, boolean ready, boolean cordoned, long cpuMillis) {}
