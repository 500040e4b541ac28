/** What is known of each directed pair of nodes from samples: percentiles that forget, loss, jitter, and what of it to publish. Pure but for its configuration. */
@NullMarked
package dev.edgewise.networkprobe.pairs;

import org.jspecify.annotations.NullMarked;
