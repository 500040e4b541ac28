package dev.edgewise.networkprobe.protocol;

/** How a round trip was measured. */
public enum Transport {
    UDP,
    /** Opening a connection: a SYN and its answer. */
    TCP
}
