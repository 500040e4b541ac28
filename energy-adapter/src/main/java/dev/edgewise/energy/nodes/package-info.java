/** The nodes of the cluster, as far as their energy is concerned; pure. */
@NullMarked
package dev.edgewise.energy.nodes;

import org.jspecify.annotations.NullMarked;
