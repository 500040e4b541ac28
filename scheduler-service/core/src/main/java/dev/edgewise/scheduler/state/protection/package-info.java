/** Which nodes stand in for which when one fails, and how much room they keep for that. */
@NullMarked
package dev.edgewise.scheduler.state.protection;

import org.jspecify.annotations.NullMarked;
