/**
 * Statistics of each directed pair of nodes: percentiles that forget, loss, jitter, and the values to publish. Pure but
 * for its configuration.
 */
@NullMarked
package dev.edgewise.networkprobe.pairs;

import org.jspecify.annotations.NullMarked;
