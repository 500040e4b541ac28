/**
 * Rules for which pods may be moved, and when, whatever a planner wants. Pure; moments are readings of a monotonic
 * clock.
 */
@NullMarked
package dev.edgewise.offloader.safety;

import org.jspecify.annotations.NullMarked;
