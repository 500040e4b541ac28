/** Answers the kubelet whether the agent's threads make progress. */
@NullMarked
package dev.edgewise.networkprobe.agent.health;

import org.jspecify.annotations.NullMarked;
