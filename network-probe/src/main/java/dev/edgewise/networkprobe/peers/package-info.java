/** Which nodes each node measures: everyone in a small cluster, else the few of which a measurement gains most. Pure. */
@NullMarked
package dev.edgewise.networkprobe.peers;

import org.jspecify.annotations.NullMarked;
