/** Which source tells the energy of which node. */
@NullMarked
package dev.edgewise.energy.sources;

import org.jspecify.annotations.NullMarked;
