/**
 * Reads how much energy each node has, from several sources, and publishes it to the cluster and the other services.
 */
@NullMarked
package dev.edgewise.energy;

import org.jspecify.annotations.NullMarked;
