/**
 * Keeps recent decisions, so that they can be listed and explained: in memory, and shared between replicas by Redis.
 */
@NullMarked
package dev.edgewise.scheduler.decisions;

import org.jspecify.annotations.NullMarked;
