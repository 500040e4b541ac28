/** Topology spread constraints. */
@NullMarked
package dev.edgewise.scheduler.spread;

import org.jspecify.annotations.NullMarked;
