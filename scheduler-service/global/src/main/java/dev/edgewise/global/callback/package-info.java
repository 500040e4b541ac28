/** Tells the address that a request names how it ended. */
@NullMarked
package dev.edgewise.global.callback;

import org.jspecify.annotations.NullMarked;
