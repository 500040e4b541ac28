/** Code that the agent's threads share: a selector loop, a sign of life, a log. */
@NullMarked
package dev.edgewise.networkprobe.agent.loop;

import org.jspecify.annotations.NullMarked;
