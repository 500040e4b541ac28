/** Shares decisions between replicas, and over restarts, by a capped Redis stream. */
@NullMarked
package dev.edgewise.scheduler.decisions.redis;

import org.jspecify.annotations.NullMarked;
