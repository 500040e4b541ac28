/** Room kept for pods that do not exist yet: its time, its status, and the REST interface. */
@NullMarked
package dev.edgewise.scheduler.reservations;

import org.jspecify.annotations.NullMarked;
