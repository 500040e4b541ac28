/** The light agent of each node: answers echoes, measures its peers, reports; plain Java, without Spring. */
@NullMarked
package dev.edgewise.networkprobe.agent;

import org.jspecify.annotations.NullMarked;
