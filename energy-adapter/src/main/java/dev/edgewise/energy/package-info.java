/** Reads how much energy each node has, from several sources, and tells the cluster and the other services. */
@NullMarked
package dev.edgewise.energy;

import org.jspecify.annotations.NullMarked;
