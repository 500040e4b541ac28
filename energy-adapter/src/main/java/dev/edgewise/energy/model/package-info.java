/** The source {@code model}: each node has a battery and a panel that are computed. */
@NullMarked
package dev.edgewise.energy.model;

import org.jspecify.annotations.NullMarked;
