/** Testbeds, batch jobs and schedulings as values: their specs and their statuses. Plain Java. */
@NullMarked
package dev.edgewise.scheduler.slots.model;

import org.jspecify.annotations.NullMarked;
