/** Moves functions to better powered nodes, safely. */
@NullMarked
package dev.edgewise.offloader;

import org.jspecify.annotations.NullMarked;
