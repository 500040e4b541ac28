/** Metrics of what sources measure: by pair of zones, never by pair of nodes. */
@NullMarked
package dev.edgewise.networkprobe.figures;

import org.jspecify.annotations.NullMarked;
