/** Signals, what a service learned about a node or a pair of nodes, and the port through which services share them. */
@NullMarked
package dev.edgewise.common.signal;

import org.jspecify.annotations.NullMarked;
