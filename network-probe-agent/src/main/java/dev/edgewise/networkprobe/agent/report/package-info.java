/** Talks with the coordinator: whom to measure, what was measured; goes on without it. */
@NullMarked
package dev.edgewise.networkprobe.agent.report;

import org.jspecify.annotations.NullMarked;
