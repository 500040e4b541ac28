/** Outcomes from queries of a Prometheus server, such as latency. */
@NullMarked
package dev.edgewise.rewards.queries;

import org.jspecify.annotations.NullMarked;
