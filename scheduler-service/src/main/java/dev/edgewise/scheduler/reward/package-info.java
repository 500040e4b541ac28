/** What was learned about pods of a type on nodes, by type and node. */
@NullMarked
package dev.edgewise.scheduler.reward;

import org.jspecify.annotations.NullMarked;
