/**
 * The cluster's nodes as the probe needs them: where their agents are reached, and which of them can be measured. Pure.
 */
@NullMarked
package dev.edgewise.networkprobe.nodes;

import org.jspecify.annotations.NullMarked;
