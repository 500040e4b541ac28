/** Testbeds, batch jobs and schedulings as values: what people ask for, and what they are told. Plain Java. */
@NullMarked
package dev.edgewise.scheduler.slots.model;

import org.jspecify.annotations.NullMarked;
