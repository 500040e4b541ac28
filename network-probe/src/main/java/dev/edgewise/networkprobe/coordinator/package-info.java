/** The source {@code agents}: tells each node's agent which peers to measure, takes what it reports, estimates the rest. */
@NullMarked
package dev.edgewise.networkprobe.coordinator;

import org.jspecify.annotations.NullMarked;
