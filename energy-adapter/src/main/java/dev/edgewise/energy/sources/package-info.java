/** Assignment of nodes to sources. */
@NullMarked
package dev.edgewise.energy.sources;

import org.jspecify.annotations.NullMarked;
