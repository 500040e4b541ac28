/**
 * The scores of profile {@code griffin_scheduler}: nodes near a source node, with much left, or where calls are
 * answered soonest, as the policy of a global request says. Plain Java.
 */
@NullMarked
package dev.edgewise.scheduler.plugins.griffin;

import org.jspecify.annotations.NullMarked;
