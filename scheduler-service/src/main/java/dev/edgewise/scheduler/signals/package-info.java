/** Follows what the other services learned into the cluster's state. */
@NullMarked
package dev.edgewise.scheduler.signals;

import org.jspecify.annotations.NullMarked;
