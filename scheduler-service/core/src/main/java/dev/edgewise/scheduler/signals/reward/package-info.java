/**
 * The rewards that were learned for pods of a type on nodes, by type and node. Data; the filter and score are in {@code
 * plugins.reward}.
 */
@NullMarked
package dev.edgewise.scheduler.signals.reward;

import org.jspecify.annotations.NullMarked;
