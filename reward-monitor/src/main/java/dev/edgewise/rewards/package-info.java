/**
 * The reward-monitor: learns from failures and healthy time on which nodes pods of a type fail, and publishes it to the
 * other services.
 */
@NullMarked
package dev.edgewise.rewards;

import org.jspecify.annotations.NullMarked;
