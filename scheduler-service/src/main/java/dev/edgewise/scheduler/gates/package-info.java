/** Pods that are held back on purpose. */
@NullMarked
package dev.edgewise.scheduler.gates;

import org.jspecify.annotations.NullMarked;
