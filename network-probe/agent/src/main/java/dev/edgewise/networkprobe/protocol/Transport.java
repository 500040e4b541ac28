package dev.edgewise.networkprobe.protocol;

/** Transport of a measurement. */
public enum Transport {
    UDP,
    /** Opening a connection: a SYN and its answer. */
    TCP
}
