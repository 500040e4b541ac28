/** Measures or imports the delay between nodes, and publishes it. */
@NullMarked
package dev.edgewise.networkprobe;

import org.jspecify.annotations.NullMarked;
