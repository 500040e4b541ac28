/** Keeps track of the nodes that stand in for others when these fail, and of the reserves that they keep for that. */
@NullMarked
package dev.edgewise.scheduler.state.protection;

import org.jspecify.annotations.NullMarked;
