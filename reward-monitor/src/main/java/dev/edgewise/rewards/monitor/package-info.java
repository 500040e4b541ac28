/** Learns while this replica leads, and shares what was learned; follows the one that leads otherwise. */
@NullMarked
package dev.edgewise.rewards.monitor;

import org.jspecify.annotations.NullMarked;
