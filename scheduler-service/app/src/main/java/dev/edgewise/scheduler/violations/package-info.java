/** Which bound pods' delay needs are broken now, checked again only where something changed. */
@NullMarked
package dev.edgewise.scheduler.violations;

import org.jspecify.annotations.NullMarked;
