/** Pods that follow the energy of the nodes: by level, or by the rules of the papers. */
@NullMarked
package dev.edgewise.scheduler.power;

import org.jspecify.annotations.NullMarked;
