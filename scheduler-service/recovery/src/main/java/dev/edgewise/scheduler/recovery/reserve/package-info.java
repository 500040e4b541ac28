/** Shows the reserves of nodes as objects in the cluster. */
@NullMarked
package dev.edgewise.scheduler.recovery.reserve;

import org.jspecify.annotations.NullMarked;
