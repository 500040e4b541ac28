/** The loop of the service: learns and publishes while this replica leads, and follows the leader otherwise. */
@NullMarked
package dev.edgewise.rewards.monitor;

import org.jspecify.annotations.NullMarked;
