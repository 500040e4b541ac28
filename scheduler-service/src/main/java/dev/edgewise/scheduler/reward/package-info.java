/** What was learned about pods of a type on nodes, by type and node. Data; the filter and score are in {@code avoidance}. */
@NullMarked
package dev.edgewise.scheduler.reward;

import org.jspecify.annotations.NullMarked;
