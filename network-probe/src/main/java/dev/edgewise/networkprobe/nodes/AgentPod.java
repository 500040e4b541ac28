package dev.edgewise.networkprobe.nodes;

/**
 * An agent that runs.
 *
 * @param pod the name of its pod
 * @param node the node it measures from
 * @param address where others' probes reach it
 */
public record AgentPod(String pod, String node, ProbeEndpoint address) {}
