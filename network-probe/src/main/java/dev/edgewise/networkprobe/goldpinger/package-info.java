/** The source {@code goldpinger}: round-trip times of a Goldpinger that runs in the cluster. */
@NullMarked
package dev.edgewise.networkprobe.goldpinger;

import org.jspecify.annotations.NullMarked;
