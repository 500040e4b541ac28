/** Measures round trips: plans rounds of echoes, sends them, and judges what came back, and when. */
@NullMarked
package dev.edgewise.networkprobe.agent.probe;

import org.jspecify.annotations.NullMarked;
