/** Pods that want, or refuse, to be near each other. */
@NullMarked
package dev.edgewise.scheduler.plugins.affinity;

import org.jspecify.annotations.NullMarked;
