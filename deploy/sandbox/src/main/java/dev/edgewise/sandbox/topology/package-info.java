/** Nodes, their sites, and the delays between them. Pure. */
@NullMarked
package dev.edgewise.sandbox.topology;

import org.jspecify.annotations.NullMarked;
