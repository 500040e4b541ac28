/** Outcomes that queries of a Prometheus server give, such as of latency. */
@NullMarked
package dev.edgewise.rewards.queries;

import org.jspecify.annotations.NullMarked;
