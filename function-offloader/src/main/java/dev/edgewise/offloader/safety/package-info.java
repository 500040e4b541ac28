/** Which pods may be moved, and when: rules that hold whatever a planner wants. Pure; moments are those of a monotonic clock. */
@NullMarked
package dev.edgewise.offloader.safety;

import org.jspecify.annotations.NullMarked;
