/** Nodes, controllers and pods as far as moves need them, and the fleet that planners see of them. Pure. */
@NullMarked
package dev.edgewise.offloader.cluster;

import org.jspecify.annotations.NullMarked;
