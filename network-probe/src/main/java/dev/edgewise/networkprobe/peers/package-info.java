/**
 * Selection of the peers of each node: all nodes in a small cluster, else the few with the largest gain of information.
 * Pure.
 */
@NullMarked
package dev.edgewise.networkprobe.peers;

import org.jspecify.annotations.NullMarked;
