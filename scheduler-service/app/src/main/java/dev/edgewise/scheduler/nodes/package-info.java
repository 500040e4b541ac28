/** Lists the nodes as the scheduler sees them. */
@NullMarked
package dev.edgewise.scheduler.nodes;

import org.jspecify.annotations.NullMarked;
