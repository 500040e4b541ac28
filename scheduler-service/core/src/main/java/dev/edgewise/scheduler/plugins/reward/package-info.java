/**
 * The filter and score that keep pods off nodes on which pods of their type failed. The data are in {@code
 * signals.reward}.
 */
@NullMarked
package dev.edgewise.scheduler.plugins.reward;

import org.jspecify.annotations.NullMarked;
