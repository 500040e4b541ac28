package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.Assignment;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's answer to "whom shall I measure?".
 *
 * @param assignment what it wants measured
 * @param tag its version; null if the coordinator gives none
 */
record Peers(Assignment assignment, @Nullable String tag) {}
