package dev.edgewise.scheduler.cameras;

/**
 * A camera at a node.
 *
 * @param milliCpu what its decoder, which is no pod, needs of the node
 */
record Camera(String name, String node, long milliCpu) {}
