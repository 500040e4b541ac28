package dev.edgewise.networkprobe.rtt;

/** Two nodes, in the direction of the measurement. */
record Pair(String from, String to) {}
