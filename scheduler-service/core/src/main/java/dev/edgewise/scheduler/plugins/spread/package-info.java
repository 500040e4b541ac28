/** Topology spread constraints. */
@NullMarked
package dev.edgewise.scheduler.plugins.spread;

import org.jspecify.annotations.NullMarked;
