/** The rules by which papers place functions as batteries drain, where several services follow them. */
@NullMarked
package dev.edgewise.common.energy;

import org.jspecify.annotations.NullMarked;
