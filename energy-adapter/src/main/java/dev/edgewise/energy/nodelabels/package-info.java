/** The label of each node with its level, and the taints of powerless nodes. */
@NullMarked
package dev.edgewise.energy.nodelabels;

import org.jspecify.annotations.NullMarked;
