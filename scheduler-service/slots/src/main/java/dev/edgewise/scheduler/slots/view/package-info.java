/**
 * The view of testbeds, batch jobs and Schedulings that the interfaces for people and programs show, and the writes
 * that they ask for.
 */
@NullMarked
package dev.edgewise.scheduler.slots.view;

import org.jspecify.annotations.NullMarked;
