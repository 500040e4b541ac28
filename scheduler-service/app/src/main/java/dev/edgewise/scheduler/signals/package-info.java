/** Follows the signals of other services into the cluster's state, and asks network-probe for missing measurements. */
@NullMarked
package dev.edgewise.scheduler.signals;

import org.jspecify.annotations.NullMarked;
