/**
 * Run times of jobs beside each other, and the pairs that disturb each other least. Knows neither network nor clock.
 */
@NullMarked
package dev.edgewise.examples.slots.learning;

import org.jspecify.annotations.NullMarked;
