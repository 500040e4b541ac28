/** Which source serves which nodes. */
@NullMarked
package dev.edgewise.energy.sources;

import org.jspecify.annotations.NullMarked;
