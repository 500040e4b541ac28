/** The policies by their names. Pure. */
@NullMarked
package dev.edgewise.offloader.policies;

import org.jspecify.annotations.NullMarked;
