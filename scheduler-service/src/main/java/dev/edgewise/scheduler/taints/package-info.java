/** Taints, tolerations and cordons. */
@NullMarked
package dev.edgewise.scheduler.taints;

import org.jspecify.annotations.NullMarked;
