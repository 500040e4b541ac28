/** The source {@code agents}: assigns peers to each node's agent, takes what it reports, and estimates the rest. */
@NullMarked
package dev.edgewise.networkprobe.coordinator;

import org.jspecify.annotations.NullMarked;
