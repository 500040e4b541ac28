package dev.edgewise.benchmarks.throughput.load;

/** @param node empty if the pod is not bound */
public record PlacedPod(String name, String node) {}
