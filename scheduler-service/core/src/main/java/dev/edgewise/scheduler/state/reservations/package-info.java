/** The port by which reservations are written to the cluster. */
@NullMarked
package dev.edgewise.scheduler.state.reservations;

import org.jspecify.annotations.NullMarked;
