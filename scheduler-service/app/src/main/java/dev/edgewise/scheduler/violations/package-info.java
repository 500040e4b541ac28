/** Tracks the bound pods whose delay needs are broken; a pod is checked again only when something changed for it. */
@NullMarked
package dev.edgewise.scheduler.violations;

import org.jspecify.annotations.NullMarked;
