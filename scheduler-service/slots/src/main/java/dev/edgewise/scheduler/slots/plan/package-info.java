/** Numbers the slots of a testbed, and chooses the jobs that start next and their slots. Pure functions. */
@NullMarked
package dev.edgewise.scheduler.slots.plan;

import org.jspecify.annotations.NullMarked;
