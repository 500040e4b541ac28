/** The estimates in force, of pairs that nobody measured. */
@NullMarked
package dev.edgewise.networkprobe.estimates;

import org.jspecify.annotations.NullMarked;
