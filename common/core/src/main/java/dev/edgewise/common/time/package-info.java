/** Durations, measured without the wall clock, which people and NTP set. */
@NullMarked
package dev.edgewise.common.time;

import org.jspecify.annotations.NullMarked;
