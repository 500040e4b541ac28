/** Talks with the coordinator: which peers to measure, what was measured; continues without it. */
@NullMarked
package dev.edgewise.networkprobe.agent.report;

import org.jspecify.annotations.NullMarked;
